-- ordered distance
/* Do the sensitive values of every class of T at these nodes satisfy a model of their order? */
/* Reads the sensitive set twice per node, and the sensitive values once per class. */
/* One row: a node with the classes that violate the model. */
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(0 AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE
      WHEN CAST(SUM(
        ABS(
          (
            CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT) - CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT) > CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates"
  FROM (
    SELECT
      "classes"."q0_level_1",
      "classes"."q1_level_0",
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
        PARTITION BY "classes"."q0_level_1", "classes"."q1_level_0"
        ORDER BY "listed"."position"
      ) AS BIGINT) AS "value_count"
    FROM (
      SELECT
        "q0_level_1",
        "q1_level_0",
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "q0_level_1",
        "q1_level_0",
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0",
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
      AND "counted"."q0_level_1" = "classes"."q0_level_1"
      AND "counted"."q1_level_0" = "classes"."q1_level_0"
  ) AS "histograms"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "judged"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(0 AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE
      WHEN CAST(SUM(
        ABS(
          (
            CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT) - CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT) > CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates"
  FROM (
    SELECT
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (ORDER BY "listed"."position") AS BIGINT) AS "value_count"
    FROM (
      SELECT
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sensitive_set_0"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sensitive_set_0"
      GROUP BY
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
  ) AS "histograms"
) AS "judged";

-- ordered distance, a list
/* Do the sensitive values of every class of T at these nodes satisfy a model of their order? */
/* Reads the sensitive set twice per node, and the sensitive values once per class. */
/* One row: a node with the classes that violate the model. */
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(0 AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE
      WHEN CAST(SUM(
        ABS(
          (
            CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT) - CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT) > CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates"
  FROM (
    SELECT
      "classes"."q0_level_1",
      "classes"."q1_level_0",
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
        PARTITION BY "classes"."q0_level_1", "classes"."q1_level_0"
        ORDER BY "listed"."position"
      ) AS BIGINT) AS "value_count"
    FROM (
      SELECT
        "q0_level_1",
        "q1_level_0",
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "q0_level_1",
        "q1_level_0",
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sensitive_set_0"
      GROUP BY
        "q0_level_1",
        "q1_level_0",
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
      AND "counted"."q0_level_1" = "classes"."q0_level_1"
      AND "counted"."q1_level_0" = "classes"."q1_level_0"
  ) AS "histograms"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "judged"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(0 AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    CASE
      WHEN CAST(SUM(
        ABS(
          (
            CAST("value_count" AS BIGINT) * CAST(100 AS BIGINT) - CAST("table_count" AS BIGINT) * CAST("class_rows" AS BIGINT)
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT) > CAST(MAX("class_rows") AS BIGINT) * CAST(600 AS BIGINT)
      THEN 1
      ELSE 0
    END AS "violates"
  FROM (
    SELECT
      "class_rows",
      "cumulated" AS "table_count",
      CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (ORDER BY "listed"."position") AS BIGINT) AS "value_count"
    FROM (
      SELECT
        CAST(SUM("row_count") AS BIGINT) AS "class_rows"
      FROM "sensitive_set_0"
    ) AS "classes"
    CROSS JOIN "sensitive_values_0" AS "listed"
    LEFT JOIN (
      SELECT
        "position",
        CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM "sensitive_set_0"
      GROUP BY
        "position"
    ) AS "counted"
      ON "counted"."position" = "listed"."position"
  ) AS "histograms"
) AS "judged";
