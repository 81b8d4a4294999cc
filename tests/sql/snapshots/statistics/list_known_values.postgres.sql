-- one column
/* Which values of a quasi-identifier occur in T, and which do the statistics of P know? */
/* Reads tuples, and the table of statistics that has the column. */
/* One row: a value of a tuple with its rows, or a value of the statistics, which has none. */
SELECT
  "q0",
  "public_count",
  "private_count"
FROM "tuples"
UNION ALL
SELECT DISTINCT
  "q0",
  CAST(0 AS BIGINT),
  CAST(0 AS BIGINT)
FROM "known_0";
