-- {'l_diversity': 'of lab distinct 3'}
/* How many classes of T at these nodes violate a model of a sensitive column? */
/* Reads what judges the classes of each node. */
/* One row: a node with the classes that violate the model, and those that doubles do not decide. */
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CASE WHEN COUNT(*) < 3 THEN 1 ELSE 0 END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "q0_level_1",
      "q1_level_0",
      "value_count"
    FROM (
      SELECT
        "q0_level_1",
        "q1_level_0",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "judged"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE WHEN COUNT(*) < 3 THEN 1 ELSE 0 END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "value_count"
    FROM (
      SELECT
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sensitive_set_0"
      GROUP BY
        "position"
    ) AS "counted"
  ) AS "histograms"
) AS "judged";

-- {'t_closeness': 'of lab 1/5'}
/* How many classes of T at these nodes violate a model of a sensitive column? */
/* Reads what judges the classes of each node. */
/* One row: a node with the classes that violate the model, and those that doubles do not decide. */
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CASE
      WHEN (
        CAST(SUM(
          CASE
            WHEN 0 IS NULL
            OR (
              (
                CAST("value_count" AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
              ) - (
                CAST("table_count" AS DECIMAL(19, 0)) * CAST("class_rows" AS DECIMAL(19, 0))
              )
            ) IS NULL
            THEN NULL
            ELSE GREATEST(
              0,
              (
                (
                  CAST("value_count" AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
                ) - (
                  CAST("table_count" AS DECIMAL(19, 0)) * CAST("class_rows" AS DECIMAL(19, 0))
                )
              )
            )
          END
        ) AS DECIMAL(25, 0)) * CAST(5 AS DECIMAL(1, 0))
      ) > (
        CAST(MAX("class_rows") AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "q0_level_1",
      "q1_level_0",
      "table_count",
      CAST(SUM("value_count") OVER (PARTITION BY "q0_level_1", "q1_level_0") AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        "q0_level_1",
        "q1_level_0",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "judged"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE
      WHEN (
        CAST(SUM(
          CASE
            WHEN 0 IS NULL
            OR (
              (
                CAST("value_count" AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
              ) - (
                CAST("table_count" AS DECIMAL(19, 0)) * CAST("class_rows" AS DECIMAL(19, 0))
              )
            ) IS NULL
            THEN NULL
            ELSE GREATEST(
              0,
              (
                (
                  CAST("value_count" AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
                ) - (
                  CAST("table_count" AS DECIMAL(19, 0)) * CAST("class_rows" AS DECIMAL(19, 0))
                )
              )
            )
          END
        ) AS DECIMAL(25, 0)) * CAST(5 AS DECIMAL(1, 0))
      ) > (
        CAST(MAX("class_rows") AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "table_count",
      CAST(SUM("value_count") OVER () AS BIGINT) AS "class_rows",
      "value_count"
    FROM (
      SELECT
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "sensitive_set_0"
      GROUP BY
        "position"
    ) AS "counted"
  ) AS "histograms"
) AS "judged";
