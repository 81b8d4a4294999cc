-- a hierarchy
/* How many rows of T has each class under each label of a sensitive column, level by level? */
/* Reads everybody of P and every row of T with their labels, and the labels of the values. */
/* One row: a class, a level and a label with its rows of T, and what the models compare these with. */
SELECT
  *,
  CAST(SUM("value_count") OVER (PARTITION BY "sex", "level") AS BIGINT) AS "class_rows",
  CAST(SUM("value_count") OVER (PARTITION BY "level", "lab") AS BIGINT) AS "table_count",
  CAST(SUM("value_count") OVER (PARTITION BY "level") AS BIGINT) AS "table_rows"
FROM (
  SELECT
    "sex",
    "level",
    "lab",
    COUNT(*) AS "value_count"
  FROM (
    SELECT
      "labelled"."sex",
      0 AS "level",
      CAST("labelled"."lab" AS TEXT) AS "lab"
    FROM "labelled"
    WHERE
      "private_count" = 1
    UNION ALL
    SELECT
      "labelled"."sex",
      1 AS "level",
      "labels_lab"."label_1" AS "lab"
    FROM "labelled"
    LEFT JOIN (
      SELECT
        "value",
        "label_1",
        COUNT(*) OVER (PARTITION BY "value") AS "label_count"
      FROM (
        SELECT DISTINCT
          CAST("labels_lab"."value" AS TEXT) AS "value",
          CAST("labels_lab"."label_1" AS TEXT) AS "label_1"
        FROM "labels_lab"
      ) AS "listed"
    ) AS "labels_lab"
      ON CAST("labelled"."lab" AS TEXT) IS NOT DISTINCT FROM "labels_lab"."value"
    WHERE
      "private_count" = 1
  ) AS "listed"
  GROUP BY
    "sex",
    "level",
    "lab"
) AS "counted";
