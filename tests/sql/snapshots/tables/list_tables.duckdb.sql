-- all
/* Which tables and views does a database have? */
/* Reads the system tables of the engine. */
/* One row: the schema and the name of one. */
SELECT
  "table_schema",
  "table_name"
FROM "information_schema"."tables"
WHERE
  NOT "table_schema" IN ('information_schema', 'pg_catalog')
ORDER BY
  "table_schema",
  "table_name";
