-- two columns
/* The boxes around rows of T after their chosen steps, and the people of P in them. */
/* Reads the private boxes, the growth and the chosen steps, and the spots of all parts. */
/* One row: a part with the least and the greatest position of each quasi-identifier, with its rows of P and of T there. */
SELECT
  "grown"."part",
  "grown"."low0",
  "grown"."high0",
  "grown"."low1",
  "grown"."high1",
  CAST(SUM("spots"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("spots"."private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "boxes"."part",
    LEAST(
      "boxes"."low0",
      MIN(CASE WHEN "growth"."axis" = 0 THEN "growth"."position" ELSE "boxes"."low0" END)
    ) AS "low0",
    GREATEST(
      "boxes"."high0",
      MAX(CASE WHEN "growth"."axis" = 0 THEN "growth"."position" ELSE "boxes"."high0" END)
    ) AS "high0",
    LEAST(
      "boxes"."low1",
      MIN(CASE WHEN "growth"."axis" = 1 THEN "growth"."position" ELSE "boxes"."low1" END)
    ) AS "low1",
    GREATEST(
      "boxes"."high1",
      MAX(CASE WHEN "growth"."axis" = 1 THEN "growth"."position" ELSE "boxes"."high1" END)
    ) AS "high1"
  FROM "private_boxes" AS "boxes"
  JOIN "chosen_growth" AS "chosen"
    ON "boxes"."part" = "chosen"."part"
  LEFT JOIN "growth"
    ON "boxes"."part" = "growth"."part" AND "growth"."step" <= "chosen"."step"
  GROUP BY
    "boxes"."part",
    "boxes"."low0",
    "boxes"."high0",
    "boxes"."low1",
    "boxes"."high1"
) AS "grown"
JOIN "parted_spots" AS "spots"
  ON "grown"."part" = "spots"."part"
WHERE
  "spots"."x0" BETWEEN "grown"."low0" AND "grown"."high0"
  AND "spots"."x1" BETWEEN "grown"."low1" AND "grown"."high1"
GROUP BY
  "grown"."part",
  "grown"."low0",
  "grown"."high0",
  "grown"."low1",
  "grown"."high1";
