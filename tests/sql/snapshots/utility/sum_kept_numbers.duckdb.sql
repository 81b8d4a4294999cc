-- by another
/* What do the numbers of a kept column sum to, by the texts of another column? */
/* Reads the rows of T, or of a release, as texts. */
/* One row: a text with the rows that have a number, its sum and the sum of its squares. */
SELECT
  "c0",
  CAST(SUM("number") AS BIGINT) AS "number",
  SUM("number" * "amount") AS "total",
  SUM("number" * "amount" * "amount") AS "squares"
FROM (
  SELECT
    "c0",
    "number",
    CAST("k0" AS DOUBLE) AS "amount"
  FROM "own_cells"
  WHERE
    NOT "k0" IS NULL
) AS "numbers"
GROUP BY
  "c0"
LIMIT 200001;
