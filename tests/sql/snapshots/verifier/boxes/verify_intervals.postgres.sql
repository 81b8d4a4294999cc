-- boxes
/* Which values of one quasi-identifier does no released range tell apart? */
/* Reads the positions of the values of P, and the ranges of the released cells. */
/* One row: a value of P with its place in the order, and as its position the number of its interval. */
SELECT
  "places"."value",
  "places"."leaf",
  "places"."position" AS "place",
  CAST(SUM(CASE WHEN "starts"."place" IS NULL THEN 0 ELSE 1 END) OVER (ORDER BY "places"."position") AS INT) AS "position"
FROM "positions_1" AS "places"
LEFT JOIN (
  SELECT
    "low" AS "place"
  FROM "ranges_1"
  UNION
  SELECT
    "high" + 1
  FROM "ranges_1"
) AS "starts"
  ON "starts"."place" = "places"."position";

-- boxes, formulas quoted
/* Which values of one quasi-identifier does no released range tell apart? */
/* Reads the positions of the values of P, and the ranges of the released cells. */
/* One row: a value of P with its place in the order, and as its position the number of its interval. */
SELECT
  "places"."value",
  "places"."leaf",
  "places"."position" AS "place",
  CAST(SUM(CASE WHEN "starts"."place" IS NULL THEN 0 ELSE 1 END) OVER (ORDER BY "places"."position") AS INT) AS "position"
FROM "positions_0" AS "places"
LEFT JOIN (
  SELECT
    "low" AS "place"
  FROM "ranges_0"
  UNION
  SELECT
    "high" + 1
  FROM "ranges_0"
) AS "starts"
  ON "starts"."place" = "places"."position";
