-- rare people climb
/* Who settled on which step after the start? */
/* Reads the tuples that came to each step. */
/* One row: a tuple, its step and its rows of T. */
SELECT
  "q0",
  "q1",
  MIN("step") AS "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "q0",
    "q1",
    1 AS "step",
    "private_count"
  FROM "climbers_2"
  WHERE
    "class_people" >= 2
  UNION ALL
  SELECT
    "q0",
    "q1",
    2 AS "step",
    "private_count"
  FROM "climbers_3"
  WHERE
    "class_people" >= 2
  UNION ALL
  SELECT
    "q0",
    "q1",
    3 AS "step",
    "private_count"
  FROM "climbers_4"
  WHERE
    TRUE
) AS "settled"
GROUP BY
  "q0",
  "q1";

-- rare people climb along columns
/* Who settled on which step after the start? */
/* Reads the tuples that came to each step. */
/* One row: a tuple, its step and its rows of T. */
SELECT
  "q0",
  "q1",
  MIN("step") AS "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "q0",
    "q1",
    1 AS "step",
    "private_count"
  FROM "climbers_2"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    2 AS "step",
    "private_count"
  FROM "climbers_3"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    3 AS "step",
    "private_count"
  FROM "climbers_4"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    4 AS "step",
    "private_count"
  FROM "climbers_5"
  WHERE
    TRUE
) AS "settled"
GROUP BY
  "q0",
  "q1";
