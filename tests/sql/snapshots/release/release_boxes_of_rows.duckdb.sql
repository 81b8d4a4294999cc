-- boxes, a column kept
/* The release: the box of each row of T, with the columns to keep. */
/* Reads the rows of T, the values of each quasi-identifier in their order, the spots of all parts, and the boxes. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
SELECT
  CASE
    WHEN "boxes"."low0" = "boxes"."high0"
    THEN "lows_0"."leaf"
    ELSE '[' || COALESCE("lows_0"."leaf", 'NULL') || '..' || COALESCE("highs_0"."leaf", 'NULL') || ']'
  END AS "town",
  CASE
    WHEN "boxes"."low1" = "boxes"."high1"
    THEN "lows_1"."leaf"
    ELSE '[' || COALESCE("lows_1"."leaf", 'NULL') || '..' || COALESCE("highs_1"."leaf", 'NULL') || ']'
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "private_table"."town" AS "town",
    "private_table"."born" AS "born",
    "private_table"."lab"
  FROM "private_table"
) AS "private_rows"
JOIN "order_0" AS "places_of_0"
  ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "places_of_0"."leaf"
JOIN "order_1" AS "places_of_1"
  ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "places_of_1"."leaf"
JOIN (
  SELECT DISTINCT
    "part",
    "x0",
    "x1"
  FROM "parted_spots"
  WHERE
    "private_count" > 0
) AS "parts"
  ON "places_of_0"."position" = "parts"."x0"
  AND "places_of_1"."position" = "parts"."x1"
JOIN "boxes"
  ON "parts"."part" = "boxes"."part"
JOIN "order_0" AS "lows_0"
  ON "boxes"."low0" = "lows_0"."position"
JOIN "order_0" AS "highs_0"
  ON "boxes"."high0" = "highs_0"."position"
JOIN "order_1" AS "lows_1"
  ON "boxes"."low1" = "lows_1"."position"
JOIN "order_1" AS "highs_1"
  ON "boxes"."high1" = "highs_1"."position"
ORDER BY
  1,
  2,
  3;
