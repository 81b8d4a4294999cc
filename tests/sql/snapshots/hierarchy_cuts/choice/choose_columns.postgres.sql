-- parts along the hierarchies
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the sums of the children, those that are placed where a rest needs more of them, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, the way to its rest, and how many labels are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "way",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "expected", "gained" DESC NULLS LAST, "axis", "way"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      "children",
      CASE WHEN "failing" = 0 THEN 0 ELSE 1 END AS "way",
      CASE WHEN "failing" = 0 THEN 0 ELSE "staying" END AS "rest_size",
      "width_above",
      "last_axis",
      "gained",
      "expected" + CASE
        WHEN "failing" = 0
        THEN 0
        ELSE CAST(FLOOR(
          CAST(65536 AS DOUBLE PRECISION) * CASE
            WHEN CAST("private_rest" AS DOUBLE PRECISION) = 0
            THEN CAST(0 AS DOUBLE PRECISION)
            ELSE CAST(CAST("private_rest" AS DOUBLE PRECISION) * (
              CAST("width_rest" AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
            ) AS DOUBLE PRECISION) / SQRT(
              SQRT(
                SQRT(
                  CAST(1 AS DOUBLE PRECISION) + (
                    CAST(32 AS DOUBLE PRECISION) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) / CAST("private_rest" AS DOUBLE PRECISION)
                  )
                )
              )
            )
          END
        ) AS BIGINT)
      END AS "expected"
    FROM "child_sums"
    WHERE
      "failing" = 0 OR FALSE
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest and a column kept
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the sums of the children, those that are placed where a rest needs more of them, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, the way to its rest, and how many labels are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "way",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "expected", "gained" DESC NULLS LAST, "axis", "way"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      "children",
      CASE WHEN "failing" = 0 THEN 0 ELSE 1 END AS "way",
      CASE WHEN "failing" = 0 THEN 0 ELSE "staying" END AS "rest_size",
      "width_above",
      "last_axis",
      "gained",
      "expected" + CASE
        WHEN "failing" = 0
        THEN 0
        ELSE CAST(FLOOR(
          CAST(65536 AS DOUBLE PRECISION) * CASE
            WHEN CAST("private_rest" AS DOUBLE PRECISION) = 0
            THEN CAST(0 AS DOUBLE PRECISION)
            ELSE CAST(CAST("private_rest" AS DOUBLE PRECISION) * (
              CAST("width_rest" AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
            ) AS DOUBLE PRECISION) / SQRT(
              SQRT(
                SQRT(
                  CAST(1 AS DOUBLE PRECISION) + (
                    CAST(32 AS DOUBLE PRECISION) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) / CAST("private_rest" AS DOUBLE PRECISION)
                  )
                )
              )
            )
          END
        ) AS BIGINT)
      END AS "expected"
    FROM "child_sums"
    WHERE
      "failing" = 0
      OR NOT (
        (
          CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
        ) > (
          CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    UNION ALL
    SELECT
      "part",
      "axis",
      "children",
      "way",
      "place" AS "rest_size",
      "width_above",
      "last_axis",
      "gained",
      "expected" + CAST(FLOOR(
        CAST(65536 AS DOUBLE PRECISION) * CASE
          WHEN CAST("private_rest" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST(CAST("private_rest" AS DOUBLE PRECISION) * (
            CAST("width_rest" AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
          ) AS DOUBLE PRECISION) / SQRT(
            SQRT(
              SQRT(
                CAST(1 AS DOUBLE PRECISION) + (
                  CAST(32 AS DOUBLE PRECISION) * (
                    (
                      CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    ) - CAST("private_rest" AS DOUBLE PRECISION)
                  ) * (
                    (
                      CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    ) - CAST("private_rest" AS DOUBLE PRECISION)
                  ) / CAST("private_rest" AS DOUBLE PRECISION)
                )
              )
            )
          )
        END
      ) AS BIGINT) AS "expected"
    FROM (
      SELECT
        "placed".*,
        ROW_NUMBER() OVER (
          PARTITION BY "placed"."part", "placed"."axis", "placed"."way"
          ORDER BY "placed"."place"
        ) AS "nth"
      FROM "placed_children" AS "placed"
      WHERE
        "placed"."place" >= "placed"."staying"
        AND "placed"."place" < "placed"."children"
        AND NOT (
          (
            CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
          ) > (
            CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
          )
        )
    ) AS "rests"
    WHERE
      "nth" = 1
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest kept and a column protected
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the sums of the children, those that are placed where a rest needs more of them, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, the way to its rest, and how many labels are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "way",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "expected", "gained" DESC NULLS LAST, "axis", "way"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      "children",
      CASE WHEN "failing" = 0 THEN 0 ELSE 1 END AS "way",
      CASE WHEN "failing" = 0 THEN 0 ELSE "staying" END AS "rest_size",
      "width_above",
      "last_axis",
      "gained",
      "expected" + CASE
        WHEN "failing" = 0
        THEN 0
        ELSE CAST(FLOOR(
          CAST(65536 AS DOUBLE PRECISION) * CASE
            WHEN CAST("private_rest" AS DOUBLE PRECISION) = 0
            THEN CAST(0 AS DOUBLE PRECISION)
            ELSE CAST(CAST("private_rest" AS DOUBLE PRECISION) * (
              CAST("width_rest" AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
            ) AS DOUBLE PRECISION) / SQRT(
              SQRT(
                SQRT(
                  CAST(1 AS DOUBLE PRECISION) + (
                    CAST(32 AS DOUBLE PRECISION) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) * (
                      (
                        CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                      ) - CAST("private_rest" AS DOUBLE PRECISION)
                    ) / CAST("private_rest" AS DOUBLE PRECISION)
                  )
                )
              )
            )
          END
        ) AS BIGINT)
      END AS "expected"
    FROM "child_sums"
    WHERE
      "failing" = 0 OR FALSE
    UNION ALL
    SELECT
      "part",
      "axis",
      "children",
      "way",
      "place" AS "rest_size",
      "width_above",
      "last_axis",
      "gained",
      "expected" + CAST(FLOOR(
        CAST(65536 AS DOUBLE PRECISION) * CASE
          WHEN CAST("private_rest" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST(CAST("private_rest" AS DOUBLE PRECISION) * (
            CAST("width_rest" AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
          ) AS DOUBLE PRECISION) / SQRT(
            SQRT(
              SQRT(
                CAST(1 AS DOUBLE PRECISION) + (
                  CAST(32 AS DOUBLE PRECISION) * (
                    (
                      CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    ) - CAST("private_rest" AS DOUBLE PRECISION)
                  ) * (
                    (
                      CAST("public_rest" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    ) - CAST("private_rest" AS DOUBLE PRECISION)
                  ) / CAST("private_rest" AS DOUBLE PRECISION)
                )
              )
            )
          )
        END
      ) AS BIGINT) AS "expected"
    FROM (
      SELECT
        "placed".*,
        ROW_NUMBER() OVER (
          PARTITION BY "placed"."part", "placed"."axis", "placed"."way"
          ORDER BY "placed"."place"
        ) AS "nth"
      FROM "placed_children" AS "placed"
      LEFT JOIN (
        SELECT DISTINCT
          "part",
          "axis",
          "way",
          "rest_place"
        FROM "unprotected_rests"
      ) AS "unprotected"
        ON "unprotected"."part" = "placed"."part"
        AND "unprotected"."axis" = "placed"."axis"
        AND "unprotected"."way" = "placed"."way"
        AND "unprotected"."rest_place" = "placed"."place"
      WHERE
        "placed"."place" >= "placed"."staying"
        AND "placed"."place" < "placed"."children"
        AND NOT (
          (
            CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
          ) > (
            CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
          )
          OR NOT "unprotected"."part" IS NULL
        )
    ) AS "rests"
    WHERE
      "nth" = 1
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;
