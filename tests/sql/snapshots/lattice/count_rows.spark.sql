-- P is known from tables
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `public_table`
WHERE
  TRUE;

-- T is a table
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `frequency_set`
WHERE
  TRUE;

-- T is a table, formulas quoted
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `verified_tuples`
WHERE
  `v0` IS NULL;

-- T is marked by a column
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `public_table`
WHERE
  NOT (
    LOWER(CAST(`public_table`.`member` AS STRING)) IN ('true', 't', '1', '1.0', 'yes', 'y', 'false', 'f', '0', '0.0', 'no', 'n')
  );

-- a release that dpsql did not write, a column kept
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `ranges_1`
WHERE
  `reading_count` < 1;

-- a release whose boxes overlap
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `ranges_1`
WHERE
  `reading_count` > 1;

-- a value has no place
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `public_table`
WHERE
  TRY_CAST(CASE WHEN `public_table`.`town` IS NULL THEN NULL ELSE `public_table`.`town` END AS ENUM('x')) IS NULL
  AND NOT `public_table`.`town` IS NULL;

-- boxes
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `ranges_0`
WHERE
  `reading_count` < 1;

-- boxes, a column kept
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `ranges_0`
WHERE
  `reading_count` > 1;

-- boxes, formulas quoted
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `verified_cells`
WHERE
  NOT (
    CASE
      WHEN (
        CAST(`text` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`text` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
      )
      OR CAST(`text` AS STRING) RLIKE '^\''
      THEN '\'' || CAST(`text` AS STRING)
      ELSE CAST(`text` AS STRING)
    END IS NOT DISTINCT FROM `cell`
  );

-- parts along the hierarchies, a rest kept and a column protected
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `sensitive_values_0`
WHERE
  `is_covered` = 0;

-- rare people climb, a column protected
/* How many rows of a table meet a condition? */
/* Reads the table once. */
/* One row: the number. */
SELECT
  COUNT(*) AS `row_count`
FROM `sensitive_values_0`
WHERE
  `is_equal` = 1;
