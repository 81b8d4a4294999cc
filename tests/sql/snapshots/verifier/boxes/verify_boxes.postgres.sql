-- boxes, formulas quoted
/* Which boxes does the release hold? */
/* Reads the release, the range of each of its cells, and the intervals of the values. */
/* One row: a numbered box, its cells, its range of intervals per quasi-identifier, and its released rows. */
SELECT
  ROW_NUMBER() OVER () AS "box",
  "released_boxes"."cell0",
  "lows_0"."position" AS "low0",
  "highs_0"."position" AS "high0",
  "released_boxes"."cell1",
  "lows_1"."position" AS "low1",
  "highs_1"."position" AS "high1",
  "released_boxes"."release_count"
FROM (
  SELECT
    CAST("release"."town" AS TEXT) AS "cell0",
    CAST("release"."born" AS TEXT) AS "cell1",
    CAST(COUNT(*) AS BIGINT) AS "release_count"
  FROM "release"
  GROUP BY
    CAST("release"."town" AS TEXT),
    CAST("release"."born" AS TEXT)
) AS "released_boxes"
JOIN "ranges_0"
  ON "released_boxes"."cell0" IS NOT DISTINCT FROM "ranges_0"."cell"
JOIN "intervals_0" AS "lows_0"
  ON "lows_0"."place" = "ranges_0"."low"
JOIN "intervals_0" AS "highs_0"
  ON "highs_0"."place" = "ranges_0"."high"
JOIN "ranges_1"
  ON "released_boxes"."cell1" IS NOT DISTINCT FROM "ranges_1"."cell"
JOIN "intervals_1" AS "lows_1"
  ON "lows_1"."place" = "ranges_1"."low"
JOIN "intervals_1" AS "highs_1"
  ON "highs_1"."place" = "ranges_1"."high";
