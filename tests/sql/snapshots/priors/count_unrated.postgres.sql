-- rates by town
/* How many people of P does the prior give no rate? */
/* Reads the rated tuples. */
/* One row: their number. */
SELECT
  CAST(COALESCE(SUM("public_count"), 0) AS BIGINT) AS "people"
FROM "rated_tuples"
WHERE
  "rate_number" IS NULL;
