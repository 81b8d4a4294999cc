-- two columns
/* How many steps must each box around rows of T grow until it holds enough people of P? */
/* Reads the private boxes, the spots of all parts, and the growth. */
/* One row: a part with the number of its steps, 0 where its box is large enough. */
SELECT
  "part",
  MIN("step") AS "step"
FROM (
  SELECT
    "part",
    "step",
    "public_count",
    "private_count"
  FROM (
    SELECT
      "part",
      "step",
      CAST(SUM(SUM("public_count")) OVER (PARTITION BY "part" ORDER BY "step") AS BIGINT) AS "public_count",
      CAST(SUM(SUM("private_count")) OVER (PARTITION BY "part" ORDER BY "step") AS BIGINT) AS "private_count"
    FROM (
      SELECT
        "spots"."part",
        GREATEST(COALESCE("growth_0"."step", 0), COALESCE("growth_1"."step", 0)) AS "step",
        "spots"."public_count",
        "spots"."private_count"
      FROM "private_boxes" AS "boxes"
      JOIN "parted_spots" AS "spots"
        ON "boxes"."part" = "spots"."part"
      LEFT JOIN "growth" AS "growth_0"
        ON "growth_0"."part" = "spots"."part"
        AND "growth_0"."axis" = 0
        AND "growth_0"."position" = "spots"."x0"
      LEFT JOIN "growth" AS "growth_1"
        ON "growth_1"."part" = "spots"."part"
        AND "growth_1"."axis" = 1
        AND "growth_1"."position" = "spots"."x1"
    ) AS "reached"
    GROUP BY
      "part",
      "step"
  ) AS "counted"
  WHERE
    NOT (
      (
        CAST("private_count" AS BIGINT) * CAST(3 AS BIGINT)
      ) > (
        CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
      )
      OR (
        CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
      ) < (
        CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
      )
    )
) AS "sufficient"
GROUP BY
  "part";
