-- boxes, formulas quoted
/* Does any tuple lie in two boxes? */
/* Reads covered_spots. */
/* One row: spots in boxes, counted once per box and once. */
SELECT
  COUNT(*) AS "found_spots",
  COUNT(DISTINCT "spot") AS "distinct_spots"
FROM "covered_spots";
