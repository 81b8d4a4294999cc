-- boxes, formulas quoted
/* How many rows have P and T? */
/* Reads verified_tuples. */
/* One row: their rows, wherever they lie. */
SELECT
  CAST(COALESCE(SUM("public_count"), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_rows"
FROM "verified_tuples";
