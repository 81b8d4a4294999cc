-- T is given by key
/* Does the key name each row once? */
/* Reads the table once. */
/* One row: rows, rows with a key, distinct keys. */
SELECT
  COUNT(*) AS "row_count",
  COUNT("id") AS "key_count",
  COUNT(DISTINCT "id") AS "distinct_key_count"
FROM "public_table";

-- rows repeat
/* Does the key name each row once? */
/* Reads the table once. */
/* One row: rows, rows with a key, distinct keys. */
SELECT
  COUNT(*) AS "row_count",
  COUNT("id") AS "key_count",
  COUNT(DISTINCT "id") AS "distinct_key_count"
FROM "private_table";
