-- two columns
/* On which side of the cut of its part does each spot lie, if rows of T lie there? */
/* Reads the open spots and the cuts. */
/* One row: a spot of a part that was cut, with the number of its new part and the axis of the cut. */
SELECT
  (
    "spots"."part" - (
      "spots"."part" % 4294967296
    )
  ) + 4294967296 + 2 * "cut" + CASE
    WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
    THEN 0
    ELSE 1
  END AS "part",
  "cuts"."axis" AS "last_axis",
  "x0",
  "x1",
  "public_count",
  "private_count"
FROM "spots_1" AS "spots"
JOIN "cuts"
  ON "spots"."part" = "cuts"."part"
WHERE
  CASE
    WHEN CASE "cuts"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "cuts"."position"
    THEN "below_is_open"
    ELSE "rest_is_open"
  END = 1;
