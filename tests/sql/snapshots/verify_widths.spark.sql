-- boxes, formulas quoted
/* How wide are the boxes? */
/* Reads verified_boxes. */
/* One row: per quasi-identifier the positions in the ranges of all boxes. */
SELECT
  CAST(COALESCE(SUM(CAST(`high0` - `low0` AS BIGINT) + 1), 0) AS BIGINT) AS `x0`,
  CAST(COALESCE(SUM(CAST(`high1` - `low1` AS BIGINT) + 1), 0) AS BIGINT) AS `x1`
FROM `verified_boxes`;
