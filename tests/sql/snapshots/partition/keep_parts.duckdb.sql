-- two columns
/* Which spots belong to parts that are cut no more: no admissible cut is left for them, or no row of T? */
/* Reads the open spots and the cuts. */
/* One row: a spot with the number of its final part. */
SELECT
  COALESCE(
    (
      "spots"."part" - (
        "spots"."part" % 4294967296
      )
    ) + 4294967296 + 2 * "cut" + CASE
      WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
      THEN 0
      ELSE 1
    END,
    "spots"."part"
  ) AS "part",
  "x0",
  "x1",
  "public_count",
  "private_count"
FROM "spots_1" AS "spots"
LEFT JOIN "cuts"
  ON "spots"."part" = "cuts"."part"
WHERE
  "cut" IS NULL
  OR CASE
    WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
    THEN "below_is_open"
    ELSE "rest_is_open"
  END = 0;
