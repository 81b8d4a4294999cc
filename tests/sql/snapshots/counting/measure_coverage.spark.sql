-- T is a table
/* Does each hierarchy have a place for every value of P? */
/* Reads the leaves of each quasi-identifier. */
/* One row: values, values without a place, their rows of P, whether NULL is among them, and the quasi-identifier by number. */
SELECT
  COUNT(*) AS `leaf_count`,
  CAST(COALESCE(SUM(1 - `is_covered`), 0) AS BIGINT) AS `uncovered_leaves`,
  CAST(COALESCE(SUM((
    1 - `is_covered`
  ) * `public_count`), 0) AS BIGINT) AS `uncovered_rows`,
  CAST(COALESCE(SUM(CASE WHEN `is_covered` = 0 AND `leaf` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `uncovered_null`,
  0 AS `quasi_identifier`
FROM `leaves_0`
UNION ALL
SELECT
  COUNT(*) AS `leaf_count`,
  CAST(COALESCE(SUM(1 - `is_covered`), 0) AS BIGINT) AS `uncovered_leaves`,
  CAST(COALESCE(SUM((
    1 - `is_covered`
  ) * `public_count`), 0) AS BIGINT) AS `uncovered_rows`,
  CAST(COALESCE(SUM(CASE WHEN `is_covered` = 0 AND `leaf` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `uncovered_null`,
  1 AS `quasi_identifier`
FROM `leaves_1`;

-- T is given by key
/* Does each hierarchy have a place for every value of P? */
/* Reads the leaves of each quasi-identifier. */
/* One row: values, values without a place, their rows of P, whether NULL is among them, and the quasi-identifier by number. */
SELECT
  COUNT(*) AS `leaf_count`,
  CAST(COALESCE(SUM(1 - `is_covered`), 0) AS BIGINT) AS `uncovered_leaves`,
  CAST(COALESCE(SUM((
    1 - `is_covered`
  ) * `public_count`), 0) AS BIGINT) AS `uncovered_rows`,
  CAST(COALESCE(SUM(CASE WHEN `is_covered` = 0 AND `leaf` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `uncovered_null`,
  0 AS `quasi_identifier`
FROM `leaves_0`;
