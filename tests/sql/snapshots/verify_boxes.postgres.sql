-- boxes, formulas quoted
/* Which boxes does the release hold? */
/* Reads the release, and the range of each of its cells. */
/* One row: a numbered box, its cells, its range of positions per quasi-identifier, and its released rows. */
SELECT
  ROW_NUMBER() OVER () AS "box",
  "released_boxes"."cell0",
  "ranges_0"."low" AS "low0",
  "ranges_0"."high" AS "high0",
  "released_boxes"."cell1",
  "ranges_1"."low" AS "low1",
  "ranges_1"."high" AS "high1",
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
JOIN "ranges_1"
  ON "released_boxes"."cell1" IS NOT DISTINCT FROM "ranges_1"."cell";
