-- T is a table
/* Does the hierarchy have a place for every value of P? */
/* Reads the leaves of one quasi-identifier. */
/* One row: values, values without a place, their rows of P, and whether NULL is among them. */
SELECT
  COUNT(*) AS `leaf_count`,
  CAST(COALESCE(SUM(1 - `is_covered`), 0) AS BIGINT) AS `uncovered_leaves`,
  CAST(COALESCE(SUM((
    1 - `is_covered`
  ) * `public_count`), 0) AS BIGINT) AS `uncovered_rows`,
  CAST(COALESCE(SUM(CASE WHEN `is_covered` = 0 AND `leaf` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `uncovered_null`
FROM `leaves_0`;

-- T is a table, formulas quoted
/* Does the hierarchy have a place for every value of P? */
/* Reads the leaves of one quasi-identifier. */
/* One row: values, values without a place, their rows of P, and whether NULL is among them. */
SELECT
  COUNT(*) AS `leaf_count`,
  CAST(COALESCE(SUM(1 - `is_covered`), 0) AS BIGINT) AS `uncovered_leaves`,
  CAST(COALESCE(SUM((
    1 - `is_covered`
  ) * `public_count`), 0) AS BIGINT) AS `uncovered_rows`,
  CAST(COALESCE(SUM(CASE WHEN `is_covered` = 0 AND `leaf` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `uncovered_null`
FROM `leaves_1`;
