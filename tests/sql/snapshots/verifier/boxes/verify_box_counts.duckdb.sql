-- boxes, formulas quoted
/* How many people of P, rows of T and released rows does each box have? */
/* Reads the boxes and the spots that lie in them. */
/* One row: a triple of counts and the number of boxes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "box_count"
FROM (
  SELECT
    CAST(COALESCE(SUM("covered_spots"."public_count"), 0) AS BIGINT) AS "public_count",
    CAST(COALESCE(SUM("covered_spots"."private_count"), 0) AS BIGINT) AS "private_count",
    "verified_boxes"."release_count"
  FROM "verified_boxes"
  LEFT JOIN "covered_spots"
    ON "covered_spots"."box" = "verified_boxes"."box"
  GROUP BY
    "verified_boxes"."box",
    "verified_boxes"."release_count"
) AS "boxes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";
