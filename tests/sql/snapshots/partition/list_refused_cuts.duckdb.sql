-- distinct 3
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE WHEN COUNT(*) < 3 THEN 1 ELSE 0 END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- entropy 5
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        (
          SUM(CAST("value_count" AS DOUBLE)) * (
            LN(SUM(CAST("value_count" AS DOUBLE))) - 1.6094379124341003
          )
        ) - SUM(CAST("value_count" AS DOUBLE) * LN(CAST("value_count" AS DOUBLE)))
      ) < -(
        0.000000001 * SUM(CAST("value_count" AS DOUBLE)) * (
          LN(SUM(CAST("value_count" AS DOUBLE))) + 2.6094379124341005
        )
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE
      WHEN ABS(
        (
          (
            SUM(CAST("value_count" AS DOUBLE)) * (
              LN(SUM(CAST("value_count" AS DOUBLE))) - 1.6094379124341003
            )
          ) - SUM(CAST("value_count" AS DOUBLE) * LN(CAST("value_count" AS DOUBLE)))
        )
      ) <= (
        0.000000001 * SUM(CAST("value_count" AS DOUBLE)) * (
          LN(SUM(CAST("value_count" AS DOUBLE))) + 2.6094379124341005
        )
      )
      THEN 1
      ELSE 0
    END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- equal distance
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        CAST(SUM(
          CASE
            WHEN 0 IS NULL
            OR (
              (
                CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
              )
            ) IS NULL
            THEN NULL
            ELSE GREATEST(
              0,
              (
                (
                  CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
                ) - (
                  CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
                )
              )
            )
          END
        ) AS BIGINT) * CAST(5 AS BIGINT)
      ) > (
        CAST(MAX("class_rows") AS BIGINT) * CAST(100 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "part", "axis", "private_below", "side") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- hierarchical distance
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        CAST(SUM(
          CASE
            WHEN 0 IS NULL
            OR (
              (
                CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
              )
            ) IS NULL
            THEN NULL
            ELSE GREATEST(
              0,
              (
                (
                  CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
                ) - (
                  CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
                )
              )
            )
          END
        ) AS BIGINT) * CAST(5 AS BIGINT)
      ) > (
        CAST(MAX("class_rows") AS BIGINT) * CAST(200 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "part", "axis", "private_below", "side") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
    UNION ALL
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "part", "axis", "private_below", "side") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_1") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "value_1"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- hierarchical distance, many values
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        CAST(SUM(
          CASE
            WHEN 0 IS NULL
            OR (
              (
                CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
              )
            ) IS NULL
            THEN NULL
            ELSE GREATEST(
              0,
              (
                (
                  CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
                ) - (
                  CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
                )
              )
            )
          END
        ) AS BIGINT) * CAST(5 AS BIGINT)
      ) > (
        CAST(MAX("class_rows") AS BIGINT) * CAST(200 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "part", "axis", "private_below", "side") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
    UNION ALL
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "part", "axis", "private_below", "side") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_1") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "value_1"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- in doubt
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM "doubtful_sides"
WHERE
  "histogram" IN (
    SELECT
      "histogram"
    FROM "violating_histograms"
  );

-- ordered distance
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        CAST(SUM(
          ABS(
            (
              (
                CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
              )
            )
          )
        ) AS BIGINT) * CAST(5 AS BIGINT)
      ) > (
        CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END AS "violates",
    0 AS "is_doubtful"
  FROM (
    SELECT
      "classes"."part",
      "classes"."axis",
      "classes"."private_below",
      "classes"."side",
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
        PARTITION BY "classes"."part", "classes"."axis", "classes"."private_below", "classes"."side"
        ORDER BY "listed"."position"
      ) AS BIGINT) AS "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
      AND "counted"."part" = "classes"."part"
      AND "counted"."axis" = "classes"."axis"
      AND "counted"."private_below" = "classes"."private_below"
      AND "counted"."side" = "classes"."side"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- ordered distance, a list
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN (
        CAST(SUM(
          ABS(
            (
              (
                CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
              )
            )
          )
        ) AS BIGINT) * CAST(5 AS BIGINT)
      ) > (
        CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END AS "violates",
    0 AS "is_doubtful"
  FROM (
    SELECT
      "classes"."part",
      "classes"."axis",
      "classes"."private_below",
      "classes"."side",
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
        PARTITION BY "classes"."part", "classes"."axis", "classes"."private_below", "classes"."side"
        ORDER BY "listed"."position"
      ) AS BIGINT) AS "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
      AND "counted"."part" = "classes"."part"
      AND "counted"."axis" = "classes"."axis"
      AND "counted"."private_below" = "classes"."private_below"
      AND "counted"."side" = "classes"."side"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- recursive (3/2, 4)
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN CAST(MAX("value_count") AS BIGINT) * CAST(2 AS BIGINT) >= CAST(SUM(CASE WHEN "place" >= 4 THEN "value_count" ELSE 0 END) AS BIGINT) * CAST(3 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      ROW_NUMBER() OVER (PARTITION BY "part", "axis", "private_below", "side" ORDER BY "value_count" DESC) AS "place",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;

-- recursive (4, 2), not strict
/* Which cuts leave a class of T that violates a model of a sensitive column? */
/* Reads both sides of every cut, judged. */
/* One row: a part, an axis, and the rows of T below the cut. */
SELECT DISTINCT
  "part",
  "axis",
  "private_below"
FROM (
  SELECT
    "part",
    "axis",
    "private_below",
    "side",
    CASE
      WHEN CAST(MAX("value_count") AS BIGINT) * CAST(1 AS BIGINT) > CAST(SUM(CASE WHEN "place" >= 2 THEN "value_count" ELSE 0 END) AS BIGINT) * CAST(4 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "private_below",
      "side",
      ROW_NUMBER() OVER (PARTITION BY "part", "axis", "private_below", "side" ORDER BY "value_count" DESC) AS "place",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "private_below",
        "side",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sides"
      GROUP BY
        "part",
        "axis",
        "private_below",
        "side",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "private_below",
    "side"
) AS "judged"
WHERE
  "violates" = 1;
