-- a release whose boxes overlap
/* How many rows has each box? */
/* Reads the boxes. */
/* One row: a box and its released rows. */
SELECT
  "box",
  "release_count"
FROM "verified_boxes"
ORDER BY
  "box";
