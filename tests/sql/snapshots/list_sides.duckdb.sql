-- parts along the hierarchies
/* Into which sides are the parts divided? */
/* Reads the labels of the parts that are cut. */
/* One row: a side with its part, its quasi-identifier, whether it is the rest, whether rows count in it, and its label unless it is. */
SELECT
  "side",
  MIN("part") AS "part",
  MIN("axis") AS "axis",
  MIN("is_rest") AS "is_rest",
  MAX(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END) AS "is_open",
  MIN("label") AS "label"
FROM "cut_sides"
GROUP BY
  "side"
ORDER BY
  "side";
