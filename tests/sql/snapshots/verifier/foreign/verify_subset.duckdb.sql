-- a release that dpsql did not write, a column kept
/* Is T a part of P? */
/* Reads verified_tuples. */
/* One row: how many rows of T are more than P has of their tuple. */
SELECT
  CAST(COALESCE(SUM("private_count" - "public_count"), 0) AS BIGINT) AS "excess_rows"
FROM (
  SELECT
    SUM("public_count") AS "public_count",
    SUM("private_count") AS "private_count"
  FROM "verified_tuples"
  GROUP BY
    "v0",
    "v1"
  HAVING
    SUM("private_count") > SUM("public_count")
) AS "tuples_of_both";
