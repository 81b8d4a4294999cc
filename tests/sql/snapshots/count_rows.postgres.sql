-- T is marked by a column
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS "row_count"
FROM "public_table"
WHERE
  NOT (
    LOWER(CAST("public_table"."member" AS TEXT)) IN ('true', 't', '1', 'yes', 'y', 'false', 'f', '0', 'no', 'n')
  );
