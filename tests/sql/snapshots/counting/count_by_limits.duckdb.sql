-- two columns
/* How many people of P and of T lie up to limits of a column among values of T, and how many from them on? */
/* Reads the values of each column with their people of P and T. */
/* One row: a column and a limit, a percentage of T; the people of P and T up to it, from it on, and in all. */
WITH "limits" AS (
  SELECT
    5 AS "percent"
  UNION ALL
  SELECT
    10 AS "percent"
  UNION ALL
  SELECT
    20 AS "percent"
  UNION ALL
  SELECT
    30 AS "percent"
  UNION ALL
  SELECT
    40 AS "percent"
  UNION ALL
  SELECT
    50 AS "percent"
  UNION ALL
  SELECT
    60 AS "percent"
  UNION ALL
  SELECT
    70 AS "percent"
  UNION ALL
  SELECT
    80 AS "percent"
  UNION ALL
  SELECT
    90 AS "percent"
  UNION ALL
  SELECT
    95 AS "percent"
)
SELECT
  0 AS "column_number",
  "percent",
  "public_upto",
  "private_upto",
  "public_rows" - "public_upto" + "public_count" AS "public_from",
  "private_rows" - "private_upto" + "private_count" AS "private_from",
  "public_rows",
  "private_rows"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER () AS "public_rows",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_count") AS "public_count",
      SUM("private_count") AS "private_count"
    FROM (
      SELECT
        CASE
          WHEN "leaf" LIKE '____-__-__%'
          AND REGEXP_MATCHES("leaf", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
          THEN CAST(SUBSTRING("leaf", 1, 4) || SUBSTRING("leaf", 6, 2) || SUBSTRING("leaf", 9, 2) AS DOUBLE)
          WHEN "leaf" LIKE '__.__.____%'
          AND REGEXP_MATCHES("leaf", '^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$')
          THEN CAST(SUBSTRING("leaf", 7, 4) || SUBSTRING("leaf", 4, 2) || SUBSTRING("leaf", 1, 2) AS DOUBLE)
          WHEN REGEXP_MATCHES(
            "leaf",
            '^-?([0-9]{1,18}([.][0-9]{1,30})?|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$'
          )
          THEN TRY_CAST("leaf" AS DOUBLE)
          WHEN REGEXP_MATCHES("leaf", '^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$')
          THEN TRY_CAST(REPLACE(REPLACE("leaf", '.', ''), ',', '.') AS DOUBLE)
        END AS "found_value",
        "public_count",
        "private_count"
      FROM "leaves_0"
    ) AS "values_as_numbers"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running"
CROSS JOIN "limits"
WHERE
  "private_upto" * 100 >= "private_rows" * "percent"
  AND (
    "private_upto" - "private_count"
  ) * 100 < "private_rows" * "percent"
UNION ALL
SELECT
  1 AS "column_number",
  "percent",
  "public_upto",
  "private_upto",
  "public_rows" - "public_upto" + "public_count" AS "public_from",
  "private_rows" - "private_upto" + "private_count" AS "private_from",
  "public_rows",
  "private_rows"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER () AS "public_rows",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_count") AS "public_count",
      SUM("private_count") AS "private_count"
    FROM (
      SELECT
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            CAST(EXTRACT(YEAR FROM "value") AS DOUBLE) * 100
                          ) + CAST(EXTRACT(MONTH FROM "value") AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(DAY FROM "value") AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(HOUR FROM "value") AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(MINUTE FROM "value") AS DOUBLE)
            ) * 100
          ) + CAST(EXTRACT(SECOND FROM "value") AS DOUBLE)
        ) AS "found_value",
        "public_count",
        "private_count"
      FROM "leaves_1"
    ) AS "values_as_numbers"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running"
CROSS JOIN "limits"
WHERE
  "private_upto" * 100 >= "private_rows" * "percent"
  AND (
    "private_upto" - "private_count"
  ) * 100 < "private_rows" * "percent";
