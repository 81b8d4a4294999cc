-- an order
/* How many rows of T has each class up to each value of a sensitive column, in their order? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a class and a value of T: the rows up to it of the class and of T, and all rows of both. */
SELECT
  "sex",
  "class_rows",
  "table_rows",
  CAST(SUM("row_count") OVER (
    PARTITION BY "sex"
    ORDER BY "place"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "value_count",
  CAST(SUM("rows_there") OVER (
    PARTITION BY "sex"
    ORDER BY "place"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "table_count"
FROM (
  SELECT
    *,
    CAST(SUM("row_count") OVER (PARTITION BY "sex") AS BIGINT) AS "class_rows",
    CAST(SUM("row_count") OVER () AS BIGINT) AS "table_rows",
    CAST(SUM("row_count") OVER (PARTITION BY "place") AS BIGINT) AS "rows_there"
  FROM (
    SELECT
      "sex",
      "place",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM (
      SELECT
        "sex",
        CASE
          WHEN CAST("lab" AS TEXT) IS NULL
          THEN 0
          WHEN CAST("lab" AS TEXT) = 'low'
          THEN 1
          WHEN CAST("lab" AS TEXT) = 'it''s'
          THEN 2
        END AS "place",
        1 AS "row_count"
      FROM "labelled"
      WHERE
        "private_count" = 1
      UNION ALL
      SELECT
        "sex",
        "place",
        0 AS "row_count"
      FROM (
        SELECT DISTINCT
          "sex"
        FROM "labelled"
        WHERE
          "private_count" = 1
      ) AS "classes"
      CROSS JOIN (
        SELECT DISTINCT
          CASE
            WHEN CAST("lab" AS TEXT) IS NULL
            THEN 0
            WHEN CAST("lab" AS TEXT) = 'low'
            THEN 1
            WHEN CAST("lab" AS TEXT) = 'it''s'
            THEN 2
          END AS "place"
        FROM "labelled"
        WHERE
          "private_count" = 1
      ) AS "places"
    ) AS "listed"
    GROUP BY
      "sex",
      "place"
  ) AS "counted"
) AS "compared";
