-- parts along the hierarchies
/* By which quasi-identifier is each open part cut, if by any, and where does each of its labels go? */
/* Reads the placed labels of the parts, and rests whose sensitive values violate a model where there are any. */
/* One row: a label of a part that is cut, with its rows of P and of T and the number of its side, which is the rest for labels that stay together. */
SELECT
  *,
  1 + DENSE_RANK() OVER (
    ORDER BY "part", "is_rest", CASE WHEN "is_rest" = 1 THEN 0 ELSE "label_place" END
  ) - 1 AS "side"
FROM (
  SELECT
    "part",
    "axis",
    "code",
    "label",
    "label_place",
    "leaves_lost",
    "children",
    "public_count",
    "private_count",
    CASE WHEN "place" <= "rest_size" THEN 1 ELSE 0 END AS "is_rest",
    RANK() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      *,
      SUM(CASE WHEN "place" > "rest_size" THEN "counted_rows" * "gain" ELSE 0 END) OVER (PARTITION BY "part", "axis") AS "gained"
    FROM (
      SELECT
        "placed".*,
        CASE
          WHEN "failing" = 0
          THEN 0
          WHEN FALSE
          THEN MIN(
            CASE
              WHEN "place" >= "staying"
              AND NOT (
                (
                  CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
                ) > (
                  CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
                )
              )
              THEN "place"
            END
          ) OVER (PARTITION BY "placed"."part", "placed"."axis")
          ELSE "children"
        END AS "rest_size"
      FROM (
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
              ) AS "labelled"
            ) AS "judged"
          ) AS "some_fail"
        ) AS "staying_or_not"
        WINDOW "by_size" AS (
          PARTITION BY "part", "axis"
          ORDER BY "stays" DESC, "public_count", "label_place"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )
      ) AS "placed"
    ) AS "divided"
  ) AS "priced"
  WHERE
    "rest_size" < "children" AND (
      "children" = 1 OR "gained" > 0
    )
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest and a column kept
/* By which quasi-identifier is each open part cut, if by any, and where does each of its labels go? */
/* Reads the placed labels of the parts, and rests whose sensitive values violate a model where there are any. */
/* One row: a label of a part that is cut, with its rows of P and of T and the number of its side, which is the rest for labels that stay together. */
SELECT
  *,
  1 + DENSE_RANK() OVER (
    ORDER BY "part", "is_rest", CASE WHEN "is_rest" = 1 THEN 0 ELSE "label_place" END
  ) - 1 AS "side"
FROM (
  SELECT
    "part",
    "axis",
    "code",
    "label",
    "label_place",
    "leaves_lost",
    "children",
    "public_count",
    "private_count",
    CASE WHEN "place" <= "rest_size" THEN 1 ELSE 0 END AS "is_rest",
    RANK() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      *,
      SUM(CASE WHEN "place" > "rest_size" THEN "counted_rows" * "gain" ELSE 0 END) OVER (PARTITION BY "part", "axis") AS "gained"
    FROM (
      SELECT
        "placed".*,
        CASE
          WHEN "failing" = 0
          THEN 0
          WHEN TRUE
          THEN MIN(
            CASE
              WHEN "place" >= "staying"
              AND NOT (
                (
                  CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
                ) > (
                  CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
                )
              )
              THEN "place"
            END
          ) OVER (PARTITION BY "placed"."part", "placed"."axis")
          ELSE "children"
        END AS "rest_size"
      FROM (
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
              ) AS "labelled"
            ) AS "judged"
          ) AS "some_fail"
        ) AS "staying_or_not"
        WINDOW "by_size" AS (
          PARTITION BY "part", "axis"
          ORDER BY "stays" DESC, "public_count", "label_place"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )
      ) AS "placed"
    ) AS "divided"
  ) AS "priced"
  WHERE
    "rest_size" < "children" AND (
      "children" = 1 OR "gained" > 0
    )
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest kept and a column protected
/* By which quasi-identifier is each open part cut, if by any, and where does each of its labels go? */
/* Reads the placed labels of the parts, and rests whose sensitive values violate a model where there are any. */
/* One row: a label of a part that is cut, with its rows of P and of T and the number of its side, which is the rest for labels that stay together. */
SELECT
  *,
  1 + DENSE_RANK() OVER (
    ORDER BY "part", "is_rest", CASE WHEN "is_rest" = 1 THEN 0 ELSE "label_place" END
  ) - 1 AS "side"
FROM (
  SELECT
    "part",
    "axis",
    "code",
    "label",
    "label_place",
    "leaves_lost",
    "children",
    "public_count",
    "private_count",
    CASE WHEN "place" <= "rest_size" THEN 1 ELSE 0 END AS "is_rest",
    RANK() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      *,
      SUM(CASE WHEN "place" > "rest_size" THEN "counted_rows" * "gain" ELSE 0 END) OVER (PARTITION BY "part", "axis") AS "gained"
    FROM (
      SELECT
        "placed".*,
        CASE
          WHEN "failing" = 0
          THEN 0
          WHEN TRUE
          THEN MIN(
            CASE
              WHEN "place" >= "staying"
              AND NOT (
                (
                  CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
                ) > (
                  CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
                )
                OR NOT "unprotected"."part" IS NULL
              )
              THEN "place"
            END
          ) OVER (PARTITION BY "placed"."part", "placed"."axis")
          ELSE "children"
        END AS "rest_size"
      FROM "placed_children" AS "placed"
      LEFT JOIN (
        SELECT DISTINCT
          "part",
          "axis",
          "rest_place"
        FROM "unprotected_rests"
      ) AS "unprotected"
        ON "unprotected"."part" = "placed"."part"
        AND "unprotected"."axis" = "placed"."axis"
        AND "unprotected"."rest_place" = "placed"."place"
    ) AS "divided"
  ) AS "priced"
  WHERE
    "rest_size" < "children" AND (
      "children" = 1 OR "gained" > 0
    )
) AS "ranked"
WHERE
  "choice" = 1;
