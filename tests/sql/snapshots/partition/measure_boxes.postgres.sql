-- boxes
/* How many boxes are there, how alike are the rows of T in them, and how many has the least? */
/* Reads the boxes. */
/* One row: the boxes, the sum of the squares of their rows of T, and the rows of T in the least. */
SELECT
  COUNT(*) AS "boxes",
  COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS "squared_private_counts",
  COALESCE(MIN("private_count"), 0) AS "least_private_count"
FROM "boxes";
