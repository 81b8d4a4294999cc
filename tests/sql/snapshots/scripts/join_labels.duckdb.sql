-- a table of its own
/* Which labels has each value, and in how many rows that differ? */
/* Reads a mapping table. */
/* One row: a value with labels; label_count is 1 unless the table gives the value several. */
SELECT
  "value",
  "label",
  COUNT(*) OVER (PARTITION BY "value") AS "label_count"
FROM (
  SELECT DISTINCT
    CAST("hierarchy_0"."town" AS TEXT) AS "value",
    CAST("hierarchy_0"."county" AS TEXT) AS "label"
  FROM "hierarchy_0"
) AS "listed";

-- counts
/* Which labels has each value, and in how many rows that differ? */
/* Reads a mapping table. */
/* One row: a value with labels; label_count is 1 unless the table gives the value several. */
SELECT
  "value",
  "label",
  COUNT(*) OVER (PARTITION BY "value") AS "label_count"
FROM (
  SELECT DISTINCT
    CAST("hierarchy_0"."town" AS TEXT) AS "value",
    CAST("hierarchy_0"."county" AS TEXT) AS "label"
  FROM "hierarchy_0"
) AS "listed";

-- kept and sensitive columns
/* Which labels has each value, and in how many rows that differ? */
/* Reads a mapping table. */
/* One row: a value with labels; label_count is 1 unless the table gives the value several. */
SELECT
  "value",
  "label",
  COUNT(*) OVER (PARTITION BY "value") AS "label_count"
FROM (
  SELECT DISTINCT
    CAST("hierarchy_0"."town" AS TEXT) AS "value",
    CAST("hierarchy_0"."county" AS TEXT) AS "label"
  FROM "hierarchy_0"
) AS "listed";

-- people climb
/* Which labels has each value, and in how many rows that differ? */
/* Reads a mapping table. */
/* One row: a value with labels; label_count is 1 unless the table gives the value several. */
SELECT
  "value",
  "label",
  COUNT(*) OVER (PARTITION BY "value") AS "label_count"
FROM (
  SELECT DISTINCT
    CAST("hierarchy_0"."town" AS TEXT) AS "value",
    CAST("hierarchy_0"."county" AS TEXT) AS "label"
  FROM "hierarchy_0"
) AS "listed";
