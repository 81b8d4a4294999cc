-- 1 columns
/* Does the key name each row once? It is a column, or several together. */
/* Reads the table once. */
/* One row: rows, rows with a key, distinct keys. A NULL in any of its columns leaves a row without. */
SELECT
  CAST(COALESCE(SUM("alike_rows"), 0) AS BIGINT) AS "row_count",
  CAST(COALESCE(SUM(CASE WHEN "has_key" = 1 THEN "alike_rows" ELSE 0 END), 0) AS BIGINT) AS "key_count",
  CAST(COALESCE(SUM("has_key"), 0) AS BIGINT) AS "distinct_key_count"
FROM (
  SELECT
    COUNT(*) AS "alike_rows",
    CASE WHEN "public_table"."id" IS NULL THEN 0 ELSE 1 END AS "has_key"
  FROM "public_table"
  GROUP BY
    "public_table"."id"
) AS "alike";

-- 3 columns
/* Does the key name each row once? It is a column, or several together. */
/* Reads the table once. */
/* One row: rows, rows with a key, distinct keys. A NULL in any of its columns leaves a row without. */
SELECT
  CAST(COALESCE(SUM("alike_rows"), 0) AS BIGINT) AS "row_count",
  CAST(COALESCE(SUM(CASE WHEN "has_key" = 1 THEN "alike_rows" ELSE 0 END), 0) AS BIGINT) AS "key_count",
  CAST(COALESCE(SUM("has_key"), 0) AS BIGINT) AS "distinct_key_count"
FROM (
  SELECT
    COUNT(*) AS "alike_rows",
    CASE
      WHEN "public_table"."town" IS NULL
      OR "public_table"."alike_rows" IS NULL
      OR "public_table"."o""k" IS NULL
      THEN 0
      ELSE 1
    END AS "has_key"
  FROM "public_table"
  GROUP BY
    "public_table"."town",
    "public_table"."alike_rows",
    "public_table"."o""k"
) AS "alike";
