-- T of its own
/* Does a limit of a column, or two, divide nearly all rows of T from nearly all others of P? */
/* Reads public_table (P) and the rows of T once per column. */
/* One row: a column, and the rows of T with a value; the most of them below and above a limit where hardly anybody else is; then the rows of P and T in the whole range of T, and without the outermost hundredth, and twentieth, of T; last, the rows of T whose values P has. */
SELECT
  0 AS "column_number",
  MAX("private_rows") AS "private_rows",
  MAX(
    CASE
      WHEN "private_upto" * 20 >= "private_rows" * 19
      AND "private_upto" * 20 >= "public_upto" * 19
      THEN "private_upto"
    END
  ) AS "private_below",
  MAX(
    CASE
      WHEN "private_from" * 20 >= "private_rows" * 19
      AND "private_from" * 20 >= "public_from" * 19
      THEN "private_from"
    END
  ) AS "private_above",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "public_count" END) AS "public_of_all",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "private_count" END) AS "private_of_all",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_nearly_all",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_nearly_all",
  SUM(
    CASE
      WHEN "private_count" < "public_count"
      THEN "private_count"
      ELSE "public_count"
    END
  ) AS "private_known"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER (ORDER BY "found_value" DESC) AS "public_from",
    SUM("private_count") OVER (ORDER BY "found_value" DESC) AS "private_from",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_row") AS "public_count",
      SUM("private_row") AS "private_count"
    FROM (
      SELECT
        CASE
          WHEN "public_table"."age" LIKE '____-__-__%'
          AND REGEXP_MATCHES(
            "public_table"."age",
            '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
          )
          THEN CAST(SUBSTRING("public_table"."age", 1, 4) || SUBSTRING("public_table"."age", 6, 2) || SUBSTRING("public_table"."age", 9, 2) AS DOUBLE)
          WHEN "public_table"."age" LIKE '__.__.____%'
          AND REGEXP_MATCHES(
            "public_table"."age",
            '^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$'
          )
          THEN CAST(SUBSTRING("public_table"."age", 7, 4) || SUBSTRING("public_table"."age", 4, 2) || SUBSTRING("public_table"."age", 1, 2) AS DOUBLE)
          WHEN REGEXP_MATCHES(
            "public_table"."age",
            '^-?([0-9]{1,18}([.][0-9]{1,30})?|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$'
          )
          THEN TRY_CAST("public_table"."age" AS DOUBLE)
          WHEN REGEXP_MATCHES("public_table"."age", '^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$')
          THEN TRY_CAST(REPLACE(REPLACE("public_table"."age", '.', ''), ',', '.') AS DOUBLE)
        END AS "found_value",
        1 AS "public_row",
        0 AS "private_row"
      FROM "public_table"
      UNION ALL
      SELECT
        "found_value",
        0 AS "public_row",
        1 AS "private_row"
      FROM (
        SELECT
          CASE
            WHEN "private_table"."age" LIKE '____-__-__%'
            AND REGEXP_MATCHES(
              "private_table"."age",
              '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
            )
            THEN CAST(SUBSTRING("private_table"."age", 1, 4) || SUBSTRING("private_table"."age", 6, 2) || SUBSTRING("private_table"."age", 9, 2) AS DOUBLE)
            WHEN "private_table"."age" LIKE '__.__.____%'
            AND REGEXP_MATCHES(
              "private_table"."age",
              '^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$'
            )
            THEN CAST(SUBSTRING("private_table"."age", 7, 4) || SUBSTRING("private_table"."age", 4, 2) || SUBSTRING("private_table"."age", 1, 2) AS DOUBLE)
            WHEN REGEXP_MATCHES(
              "private_table"."age",
              '^-?([0-9]{1,18}([.][0-9]{1,30})?|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$'
            )
            THEN TRY_CAST("private_table"."age" AS DOUBLE)
            WHEN REGEXP_MATCHES(
              "private_table"."age",
              '^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$'
            )
            THEN TRY_CAST(REPLACE(REPLACE("private_table"."age", '.', ''), ',', '.') AS DOUBLE)
          END AS "found_value"
        FROM "private_table"
      ) AS "rows_of_t"
    ) AS "rows_of_both"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running"
UNION ALL
SELECT
  1 AS "column_number",
  MAX("private_rows") AS "private_rows",
  MAX(
    CASE
      WHEN "private_upto" * 20 >= "private_rows" * 19
      AND "private_upto" * 20 >= "public_upto" * 19
      THEN "private_upto"
    END
  ) AS "private_below",
  MAX(
    CASE
      WHEN "private_from" * 20 >= "private_rows" * 19
      AND "private_from" * 20 >= "public_from" * 19
      THEN "private_from"
    END
  ) AS "private_above",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "public_count" END) AS "public_of_all",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "private_count" END) AS "private_of_all",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_nearly_all",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_nearly_all",
  SUM(
    CASE
      WHEN "private_count" < "public_count"
      THEN "private_count"
      ELSE "public_count"
    END
  ) AS "private_known"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER (ORDER BY "found_value" DESC) AS "public_from",
    SUM("private_count") OVER (ORDER BY "found_value" DESC) AS "private_from",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_row") AS "public_count",
      SUM("private_row") AS "private_count"
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
                            CAST(EXTRACT(YEAR FROM "public_table"."born") AS DOUBLE) * 100
                          ) + CAST(EXTRACT(MONTH FROM "public_table"."born") AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(DAY FROM "public_table"."born") AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(HOUR FROM "public_table"."born") AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(MINUTE FROM "public_table"."born") AS DOUBLE)
            ) * 100
          ) + CAST(EXTRACT(SECOND FROM "public_table"."born") AS DOUBLE)
        ) AS "found_value",
        1 AS "public_row",
        0 AS "private_row"
      FROM "public_table"
      UNION ALL
      SELECT
        "found_value",
        0 AS "public_row",
        1 AS "private_row"
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
                              CAST(EXTRACT(YEAR FROM "private_table"."born") AS DOUBLE) * 100
                            ) + CAST(EXTRACT(MONTH FROM "private_table"."born") AS DOUBLE)
                          ) * 100
                        ) + CAST(EXTRACT(DAY FROM "private_table"."born") AS DOUBLE)
                      ) * 100
                    ) + CAST(EXTRACT(HOUR FROM "private_table"."born") AS DOUBLE)
                  ) * 100
                ) + CAST(EXTRACT(MINUTE FROM "private_table"."born") AS DOUBLE)
              ) * 100
            ) + CAST(EXTRACT(SECOND FROM "private_table"."born") AS DOUBLE)
          ) AS "found_value"
        FROM "private_table"
      ) AS "rows_of_t"
    ) AS "rows_of_both"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running";

-- by key
/* Does a limit of a column, or two, divide nearly all rows of T from nearly all others of P? */
/* Reads public_table (P) and the rows of T once per column. */
/* One row: a column, and the rows of T with a value; the most of them below and above a limit where hardly anybody else is; then the rows of P and T in the whole range of T, and without the outermost hundredth, and twentieth, of T; last, the rows of T whose values P has. */
SELECT
  0 AS "column_number",
  MAX("private_rows") AS "private_rows",
  MAX(
    CASE
      WHEN "private_upto" * 20 >= "private_rows" * 19
      AND "private_upto" * 20 >= "public_upto" * 19
      THEN "private_upto"
    END
  ) AS "private_below",
  MAX(
    CASE
      WHEN "private_from" * 20 >= "private_rows" * 19
      AND "private_from" * 20 >= "public_from" * 19
      THEN "private_from"
    END
  ) AS "private_above",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "public_count" END) AS "public_of_all",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "private_count" END) AS "private_of_all",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_nearly_all",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_nearly_all",
  SUM(
    CASE
      WHEN "private_count" < "public_count"
      THEN "private_count"
      ELSE "public_count"
    END
  ) AS "private_known"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER (ORDER BY "found_value" DESC) AS "public_from",
    SUM("private_count") OVER (ORDER BY "found_value" DESC) AS "private_from",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_row") AS "public_count",
      SUM("private_row") AS "private_count"
    FROM (
      SELECT
        CASE
          WHEN "public_table"."age" LIKE '____-__-__%'
          AND REGEXP_MATCHES(
            "public_table"."age",
            '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
          )
          THEN CAST(SUBSTRING("public_table"."age", 1, 4) || SUBSTRING("public_table"."age", 6, 2) || SUBSTRING("public_table"."age", 9, 2) AS DOUBLE)
          WHEN "public_table"."age" LIKE '__.__.____%'
          AND REGEXP_MATCHES(
            "public_table"."age",
            '^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$'
          )
          THEN CAST(SUBSTRING("public_table"."age", 7, 4) || SUBSTRING("public_table"."age", 4, 2) || SUBSTRING("public_table"."age", 1, 2) AS DOUBLE)
          WHEN REGEXP_MATCHES(
            "public_table"."age",
            '^-?([0-9]{1,18}([.][0-9]{1,30})?|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$'
          )
          THEN TRY_CAST("public_table"."age" AS DOUBLE)
          WHEN REGEXP_MATCHES("public_table"."age", '^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$')
          THEN TRY_CAST(REPLACE(REPLACE("public_table"."age", '.', ''), ',', '.') AS DOUBLE)
        END AS "found_value",
        1 AS "public_row",
        0 AS "private_row"
      FROM "public_table"
      UNION ALL
      SELECT
        "found_value",
        0 AS "public_row",
        1 AS "private_row"
      FROM (
        SELECT
          CASE
            WHEN "public_table"."age" LIKE '____-__-__%'
            AND REGEXP_MATCHES(
              "public_table"."age",
              '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
            )
            THEN CAST(SUBSTRING("public_table"."age", 1, 4) || SUBSTRING("public_table"."age", 6, 2) || SUBSTRING("public_table"."age", 9, 2) AS DOUBLE)
            WHEN "public_table"."age" LIKE '__.__.____%'
            AND REGEXP_MATCHES(
              "public_table"."age",
              '^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$'
            )
            THEN CAST(SUBSTRING("public_table"."age", 7, 4) || SUBSTRING("public_table"."age", 4, 2) || SUBSTRING("public_table"."age", 1, 2) AS DOUBLE)
            WHEN REGEXP_MATCHES(
              "public_table"."age",
              '^-?([0-9]{1,18}([.][0-9]{1,30})?|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$'
            )
            THEN TRY_CAST("public_table"."age" AS DOUBLE)
            WHEN REGEXP_MATCHES("public_table"."age", '^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$')
            THEN TRY_CAST(REPLACE(REPLACE("public_table"."age", '.', ''), ',', '.') AS DOUBLE)
          END AS "found_value"
        FROM "public_table"
        JOIN "private_table"
          ON "public_table"."id" = "private_table"."id"
      ) AS "rows_of_t"
    ) AS "rows_of_both"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running"
UNION ALL
SELECT
  1 AS "column_number",
  MAX("private_rows") AS "private_rows",
  MAX(
    CASE
      WHEN "private_upto" * 20 >= "private_rows" * 19
      AND "private_upto" * 20 >= "public_upto" * 19
      THEN "private_upto"
    END
  ) AS "private_below",
  MAX(
    CASE
      WHEN "private_from" * 20 >= "private_rows" * 19
      AND "private_from" * 20 >= "public_from" * 19
      THEN "private_from"
    END
  ) AS "private_above",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "public_count" END) AS "public_of_all",
  SUM(CASE WHEN "private_upto" > 0 AND "private_from" > 0 THEN "private_count" END) AS "private_of_all",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 200 > "private_rows" AND "private_from" * 200 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_most",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "public_count"
    END
  ) AS "public_of_nearly_all",
  SUM(
    CASE
      WHEN "private_upto" * 40 > "private_rows" AND "private_from" * 40 > "private_rows"
      THEN "private_count"
    END
  ) AS "private_of_nearly_all",
  SUM(
    CASE
      WHEN "private_count" < "public_count"
      THEN "private_count"
      ELSE "public_count"
    END
  ) AS "private_known"
FROM (
  SELECT
    "public_count",
    "private_count",
    SUM("public_count") OVER (ORDER BY "found_value") AS "public_upto",
    SUM("private_count") OVER (ORDER BY "found_value") AS "private_upto",
    SUM("public_count") OVER (ORDER BY "found_value" DESC) AS "public_from",
    SUM("private_count") OVER (ORDER BY "found_value" DESC) AS "private_from",
    SUM("private_count") OVER () AS "private_rows"
  FROM (
    SELECT
      "found_value",
      SUM("public_row") AS "public_count",
      SUM("private_row") AS "private_count"
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
                            CAST(EXTRACT(YEAR FROM "public_table"."born") AS DOUBLE) * 100
                          ) + CAST(EXTRACT(MONTH FROM "public_table"."born") AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(DAY FROM "public_table"."born") AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(HOUR FROM "public_table"."born") AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(MINUTE FROM "public_table"."born") AS DOUBLE)
            ) * 100
          ) + CAST(EXTRACT(SECOND FROM "public_table"."born") AS DOUBLE)
        ) AS "found_value",
        1 AS "public_row",
        0 AS "private_row"
      FROM "public_table"
      UNION ALL
      SELECT
        "found_value",
        0 AS "public_row",
        1 AS "private_row"
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
                              CAST(EXTRACT(YEAR FROM "public_table"."born") AS DOUBLE) * 100
                            ) + CAST(EXTRACT(MONTH FROM "public_table"."born") AS DOUBLE)
                          ) * 100
                        ) + CAST(EXTRACT(DAY FROM "public_table"."born") AS DOUBLE)
                      ) * 100
                    ) + CAST(EXTRACT(HOUR FROM "public_table"."born") AS DOUBLE)
                  ) * 100
                ) + CAST(EXTRACT(MINUTE FROM "public_table"."born") AS DOUBLE)
              ) * 100
            ) + CAST(EXTRACT(SECOND FROM "public_table"."born") AS DOUBLE)
          ) AS "found_value"
        FROM "public_table"
        JOIN "private_table"
          ON "public_table"."id" = "private_table"."id"
      ) AS "rows_of_t"
    ) AS "rows_of_both"
    WHERE
      NOT "found_value" IS NULL
    GROUP BY
      "found_value"
  ) AS "counted"
) AS "running";
