-- parts along the hierarchies, a rest kept and a column protected
/* In which order do the labels of each open part join its rest, and which of them stay in any case? */
/* Reads the children of the parts, the labels, the parts, and children whose sensitive values violate a model where there are any. */
/* One row: a label of a part with its rows of P and of T, its place, and the rows of all labels up to it. */
SELECT
  *,
  SUM("stays") OVER (PARTITION BY "part", "axis") AS "staying",
  COUNT(*) OVER "by_size" AS "place",
  CAST(SUM("public_count") OVER "by_size" AS BIGINT) AS "public_rest",
  CAST(SUM("private_count") OVER "by_size" AS BIGINT) AS "private_rest"
FROM (
  SELECT
    *,
    CASE
      WHEN "fails" = 1 OR (
        "failing" > 0 AND "counted_rows" = 0
      )
      THEN 1
      ELSE 0
    END AS "stays"
  FROM (
    SELECT
      *,
      SUM("fails") OVER (PARTITION BY "part", "axis") AS "failing",
      COUNT(*) OVER (PARTITION BY "part", "axis") AS "children"
    FROM (
      SELECT
        *,
        CASE
          WHEN (
            CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
          ) > (
            CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
          )
          OR "is_unprotected" = 1
          THEN 1
          ELSE 0
        END AS "fails"
      FROM (
        SELECT
          "children"."part",
          "children"."axis",
          "children"."code",
          "children"."public_count",
          "children"."private_count",
          "labels"."label",
          "labels"."place" AS "label_place",
          "labels"."leaves_lost",
          "labels"."gain",
          "labels"."width_above",
          "parts"."last_axis",
          CASE WHEN "unprotected"."part" IS NULL THEN 0 ELSE 1 END AS "is_unprotected",
          "children"."private_count" AS "counted_rows"
        FROM "cut_children" AS "children"
        JOIN "cut_parts_0" AS "parts"
          ON "children"."part" = "parts"."part"
        JOIN "cut_labels" AS "labels"
          ON "children"."axis" = "labels"."axis"
          AND "children"."code" = "labels"."code"
          AND "labels"."level" = CASE "children"."axis"
            WHEN 0
            THEN "parts"."open_0" - 1
            WHEN 1
            THEN "parts"."open_1" - 1
          END
        LEFT JOIN (
          SELECT DISTINCT
            "part",
            "axis",
            "code"
          FROM "unprotected_children"
        ) AS "unprotected"
          ON "unprotected"."part" = "children"."part"
          AND "unprotected"."axis" = "children"."axis"
          AND "unprotected"."code" = "children"."code"
      ) AS "labelled"
    ) AS "judged"
  ) AS "some_fail"
) AS "staying_or_not"
WINDOW "by_size" AS (
  PARTITION BY "part", "axis"
  ORDER BY "stays" DESC, "public_count", "label_place"
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
);
