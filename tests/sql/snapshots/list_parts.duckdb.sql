-- parts along the hierarchies
/* Which parts are there after a round of cuts? */
/* Reads the labels of the parts that were cut, and these parts. */
/* One row: a new part with its people of P and rows of T, the column that divided people last, and the level from which each quasi-identifier is cut, which is 0 where it is not cut again, its label and the leaves under it without one. */
SELECT
  "side" AS "part",
  MIN(CASE WHEN "children" = 1 THEN "last_axis" ELSE "axis" END) AS "last_axis",
  MIN(
    CASE WHEN "axis" <> 0 THEN "open_0" WHEN "is_rest" = 1 THEN 0 ELSE "open_0" - 1 END
  ) AS "open_0",
  MIN(
    CASE WHEN "axis" <> 1 THEN "open_1" WHEN "is_rest" = 1 THEN 0 ELSE "open_1" - 1 END
  ) AS "open_1",
  MIN(CASE WHEN "axis" = 0 AND "is_rest" = 0 THEN "label" ELSE "c0" END) AS "c0",
  MIN(CASE WHEN "axis" = 0 AND "is_rest" = 0 THEN "leaves_lost" ELSE "lost0" END) AS "lost0",
  MIN(CASE WHEN "axis" = 1 AND "is_rest" = 0 THEN "label" ELSE "c1" END) AS "c1",
  MIN(CASE WHEN "axis" = 1 AND "is_rest" = 0 THEN "leaves_lost" ELSE "lost1" END) AS "lost1",
  CAST(SUM("cut_sides"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("cut_sides"."private_count") AS BIGINT) AS "private_count"
FROM "cut_sides"
JOIN "cut_parts_0" AS "parts"
  ON "cut_sides"."part" = "parts"."part"
GROUP BY
  "side";

-- parts along the hierarchies, a rest and a column kept
/* Which parts are there after a round of cuts? */
/* Reads the labels of the parts that were cut, and these parts. */
/* One row: a new part with its people of P and rows of T, the column that divided people last, and the level from which each quasi-identifier is cut, which is 0 where it is not cut again, its label and the leaves under it without one. */
SELECT
  "side" AS "part",
  MIN(CASE WHEN "children" = 1 THEN "last_axis" ELSE "axis" END) AS "last_axis",
  MIN(
    CASE WHEN "axis" <> 0 THEN "open_0" WHEN "is_rest" = 1 THEN 0 ELSE "open_0" - 1 END
  ) AS "open_0",
  MIN(
    CASE WHEN "axis" <> 1 THEN "open_1" WHEN "is_rest" = 1 THEN 0 ELSE "open_1" - 1 END
  ) AS "open_1",
  MIN(CASE WHEN "axis" = 0 AND "is_rest" = 0 THEN "label" ELSE "c0" END) AS "c0",
  MIN(CASE WHEN "axis" = 0 AND "is_rest" = 0 THEN "leaves_lost" ELSE "lost0" END) AS "lost0",
  MIN(CASE WHEN "axis" = 1 AND "is_rest" = 0 THEN "label" ELSE "c1" END) AS "c1",
  MIN(CASE WHEN "axis" = 1 AND "is_rest" = 0 THEN "leaves_lost" ELSE "lost1" END) AS "lost1",
  CAST(SUM("cut_sides"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("cut_sides"."private_count") AS BIGINT) AS "private_count"
FROM "cut_sides"
JOIN "cut_parts_1" AS "parts"
  ON "cut_sides"."part" = "parts"."part"
GROUP BY
  "side";
