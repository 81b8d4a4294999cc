-- a file that lacks a column
/* How many people of each tuple of quasi-identifiers does one file of P hold? */
/* Reads counted_file, which shows a file of P, once. */
/* One row: a distinct tuple, with its people. */
SELECT
  CAST("counted_file"."town" AS TEXT) AS "town",
  CAST(NULL AS DATE) AS "born",
  COUNT(*) AS "people"
FROM "counted_file"
GROUP BY
  CAST("counted_file"."town" AS TEXT),
  CAST(NULL AS DATE);

-- a file with counts
/* How many people of each tuple of quasi-identifiers does one file of P hold? */
/* Reads counted_file, which shows a file of P, once. */
/* One row: a distinct tuple, with its people. */
SELECT
  CAST("counted_file"."town" AS TEXT) AS "town",
  CAST(NULL AS DATE) AS "born",
  CAST(SUM(CAST(CAST("counted_file"."people" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS "people"
FROM "counted_file"
WHERE
  CAST(CAST("counted_file"."people" AS DECIMAL(38, 9)) AS BIGINT) > 0
GROUP BY
  CAST("counted_file"."town" AS TEXT),
  CAST(NULL AS DATE);
