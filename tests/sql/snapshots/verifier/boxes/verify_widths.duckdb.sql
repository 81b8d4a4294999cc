-- boxes, formulas quoted
/* How many buckets do the ranges of the boxes reach into, for buckets of several sizes? */
/* Reads verified_boxes. */
/* One row: the number of boxes, and for each axis and size the buckets of all boxes. */
SELECT
  COUNT(*) AS "box_count",
  CAST(COALESCE(SUM(CAST("high0" - "low0" AS BIGINT) + 1), 0) AS BIGINT) AS "reach0_0",
  CAST(COALESCE(SUM(CAST((
    "high0" >> 1
  ) - (
    "low0" >> 1
  ) AS BIGINT) + 1), 0) AS BIGINT) AS "reach0_1",
  CAST(COALESCE(SUM(CAST((
    "high0" >> 2
  ) - (
    "low0" >> 2
  ) AS BIGINT) + 1), 0) AS BIGINT) AS "reach0_2",
  CAST(COALESCE(SUM(CAST("high1" - "low1" AS BIGINT) + 1), 0) AS BIGINT) AS "reach1_0",
  CAST(COALESCE(SUM(CAST((
    "high1" >> 1
  ) - (
    "low1" >> 1
  ) AS BIGINT) + 1), 0) AS BIGINT) AS "reach1_1"
FROM "verified_boxes";
