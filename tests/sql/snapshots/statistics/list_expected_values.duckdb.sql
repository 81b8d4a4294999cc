-- one column
/* How many people of P are expected to have each value of a quasi-identifier? */
/* Reads the table of statistics that has the column. */
/* One row: a value with these people, once as people of P and once as rows of a T of all of P. */
SELECT
  "q0",
  CAST(ROUND(SUM(CAST("measure" AS DOUBLE) / CAST(100.0 AS DOUBLE)) * 5000) AS BIGINT) AS "public_count",
  CAST(ROUND(SUM(CAST("measure" AS DOUBLE) / CAST(100.0 AS DOUBLE)) * 5000) AS BIGINT) AS "private_count"
FROM "known_0"
GROUP BY
  "q0";
