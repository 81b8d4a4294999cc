-- boxes, formulas quoted
/* Which buckets of one axis does each box reach into? */
/* Reads the boxes, listed once for each combination of buckets of the axes before. */
/* One row: a box and a combination of buckets, with its ranges on the axes where buckets do not tell all. */
SELECT
  "box",
  "low1",
  "high1",
  CAST(UNNEST(GENERATE_SERIES("low0", "high0")) AS INT) AS "b0"
FROM "verified_boxes";
