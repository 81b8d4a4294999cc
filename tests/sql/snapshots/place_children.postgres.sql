-- parts along the hierarchies, a rest and a column kept
/* In which order do the labels of a part join its rest, where some of them have to stay together? */
/* Reads the children of the parts. */
/* One row: a label of a part by a column that needs a rest, with its place, the rows of all labels up to it, and how much less the rows after it lose if these labels are the rest. */
SELECT
  *,
  SUM("stays") OVER (PARTITION BY "part", "axis") AS "staying",
  COUNT(*) OVER "by_size" AS "place",
  CAST(SUM("public_count") OVER "by_size" AS BIGINT) AS "public_rest",
  CAST(SUM("private_count") OVER "by_size" AS BIGINT) AS "private_rest",
  SUM("gained_here") OVER (PARTITION BY "part", "axis") - SUM("gained_here") OVER "by_size" AS "gained"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "children"."label_place",
    "children"."width_above",
    "children"."last_axis",
    "children"."counted_rows" * "children"."gain" AS "gained_here",
    CASE WHEN "children"."fails" = 1 OR "children"."counted_rows" = 0 THEN 1 ELSE 0 END AS "stays",
    "mixed"."children"
  FROM "cut_children" AS "children"
  JOIN (
    SELECT
      "part",
      "axis",
      COUNT(*) AS "children"
    FROM "cut_children" AS "children"
    GROUP BY
      "part",
      "axis"
    HAVING
      SUM("fails") > 0
      AND SUM(
        CASE WHEN "children"."fails" = 1 OR "children"."counted_rows" = 0 THEN 1 ELSE 0 END
      ) < COUNT(*)
  ) AS "mixed"
    ON "children"."part" = "mixed"."part" AND "children"."axis" = "mixed"."axis"
) AS "staying_or_not"
WINDOW "by_size" AS (
  PARTITION BY "part", "axis"
  ORDER BY "stays" DESC NULLS LAST, "public_count", "label_place"
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
);
