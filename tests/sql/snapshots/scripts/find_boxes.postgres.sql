-- a list, dates and numbers
/* Which box are people with these values in, and in how many boxes? */
/* Reads everybody with their values, and the boxes of a release. */
/* One row: values that a box covers, with its texts; of several boxes, their least texts. */
SELECT
  "spots"."value_town" AS "value_town",
  MIN("ranges"."range_town") AS "range_town",
  "spots"."value_born" AS "value_born",
  MIN("ranges"."range_born") AS "range_born",
  "spots"."value_size" AS "value_size",
  MIN("ranges"."range_size") AS "range_size",
  COUNT(*) AS "box_count"
FROM (
  SELECT DISTINCT
    CAST("town" AS TEXT) AS "value_town",
    "place_town" AS "place_town",
    CAST("born" AS TEXT) AS "value_born",
    CAST("size" AS TEXT) AS "value_size",
    "number_size" AS "number_size"
  FROM "people"
) AS "spots"
INNER JOIN (
  SELECT DISTINCT
    CAST("range_town" AS TEXT) AS "range_town",
    CAST("low_town" AS BIGINT) AS "low_town",
    CAST("high_town" AS BIGINT) AS "high_town",
    CAST("range_born" AS TEXT) AS "range_born",
    CAST("low_born" AS TEXT) AS "low_born",
    CAST("high_born" AS TEXT) AS "high_born",
    CAST("range_size" AS TEXT) AS "range_size",
    CAST("low_size" AS TEXT) AS "low_size",
    CAST("low_size" AS DECIMAL(38, 12)) AS "first_size",
    CAST("high_size" AS TEXT) AS "high_size",
    CAST("high_size" AS DECIMAL(38, 12)) AS "last_size"
  FROM "boxes"
) AS "ranges"
  ON "spots"."place_town" BETWEEN "ranges"."low_town" AND "ranges"."high_town"
  AND (
    "ranges"."low_born" IS NULL OR "spots"."value_born" >= "ranges"."low_born"
  )
  AND (
    "spots"."value_born" IS NULL OR "spots"."value_born" <= "ranges"."high_born"
  )
  AND (
    "ranges"."low_size" IS NULL
    OR "spots"."number_size" > "ranges"."first_size"
    OR (
      "spots"."number_size" = "ranges"."first_size"
      AND "spots"."value_size" >= "ranges"."low_size"
    )
  )
  AND (
    "spots"."value_size" IS NULL
    OR "spots"."number_size" < "ranges"."last_size"
    OR (
      "spots"."number_size" = "ranges"."last_size"
      AND "spots"."value_size" <= "ranges"."high_size"
    )
  )
GROUP BY
  "spots"."value_town",
  "spots"."value_born",
  "spots"."value_size";
