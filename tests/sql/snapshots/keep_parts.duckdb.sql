-- two columns
/* Which points belong to parts that are cut no more: no admissible cut is left for them, or no row of T? */
/* Reads the open points and the cuts. */
/* One row: a point with the number of its final part. */
SELECT
  COALESCE(
    9 + 2 * "cut" + CASE
      WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
      THEN 0
      ELSE 1
    END,
    "points"."part"
  ) AS "part",
  "x0",
  "x1",
  "public_count",
  "private_count"
FROM "points_3" AS "points"
LEFT JOIN "cuts"
  ON "points"."part" = "cuts"."part"
WHERE
  "cut" IS NULL
  OR CASE
    WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
    THEN "below_is_open"
    ELSE "rest_is_open"
  END = 0;
