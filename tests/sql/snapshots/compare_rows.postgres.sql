-- tuples
/* Does a work table still hold what its statement returns now? */
/* Reads the work table, and what that statement reads. */
/* One row: a row that stands more often on one side than on the other. */
SELECT
  "q0",
  "public_count",
  "difference"
FROM (
  SELECT
    "q0",
    "public_count",
    SUM("side") AS "difference"
  FROM (
    SELECT
      "q0",
      "public_count",
      CAST(1 AS BIGINT) AS "side"
    FROM "tuples"
    UNION ALL
    SELECT
      "q0",
      "public_count",
      CAST(-1 AS BIGINT) AS "side"
    FROM "again"
  ) AS "both_sides"
  GROUP BY
    "q0",
    "public_count"
) AS "compared"
WHERE
  "difference" <> 0;
