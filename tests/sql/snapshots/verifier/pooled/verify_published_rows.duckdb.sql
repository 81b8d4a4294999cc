-- rare people climb
/* How many rows of T are published on each step? */
/* Reads the classes that settled on each step. Equal texts of several steps count on the first of them. */
/* One row: a step and its rows of T. */
SELECT
  "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_rows"
FROM (
  SELECT
    MIN("step") AS "step",
    SUM("private_count") AS "private_count"
  FROM (
    SELECT
      "c0",
      "c1",
      0 AS "step",
      "private_count"
    FROM "verified_settled_0"
    UNION ALL
    SELECT
      "c0",
      "c1",
      1 AS "step",
      "private_count"
    FROM "verified_settled_1"
    UNION ALL
    SELECT
      "c0",
      "c1",
      2 AS "step",
      "private_count"
    FROM "verified_settled_2"
    UNION ALL
    SELECT
      "c0",
      "c1",
      3 AS "step",
      "private_count"
    FROM "verified_settled_3"
  ) AS "settled"
  GROUP BY
    "c0",
    "c1"
) AS "published"
GROUP BY
  "step";

-- rare people climb along columns
/* How many rows of T are published on each step? */
/* Reads the classes that settled on each step. Equal texts of several steps count on the first of them. */
/* One row: a step and its rows of T. */
SELECT
  "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_rows"
FROM (
  SELECT
    MIN("step") AS "step",
    SUM("private_count") AS "private_count"
  FROM (
    SELECT
      "c0",
      "c1",
      0 AS "step",
      "private_count"
    FROM "verified_settled_0"
    UNION ALL
    SELECT
      "c0",
      "c1",
      1 AS "step",
      "private_count"
    FROM "verified_settled_1"
    UNION ALL
    SELECT
      "c0",
      "c1",
      2 AS "step",
      "private_count"
    FROM "verified_settled_2"
    UNION ALL
    SELECT
      "c0",
      "c1",
      3 AS "step",
      "private_count"
    FROM "verified_settled_3"
    UNION ALL
    SELECT
      "c0",
      "c1",
      4 AS "step",
      "private_count"
    FROM "verified_settled_4"
  ) AS "settled"
  GROUP BY
    "c0",
    "c1"
) AS "published"
GROUP BY
  "step";
