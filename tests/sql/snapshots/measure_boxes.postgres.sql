-- boxes
/* How many boxes are there, and how alike are the rows of T in them? */
/* Reads the boxes. */
/* One row: the boxes, and the sum of the squares of their rows of T. */
SELECT
  COUNT(*) AS "boxes",
  COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS "squared_private_counts"
FROM "boxes";
