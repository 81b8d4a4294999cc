-- a column
/* Do values of a column in T correspond to those of P, under the key? */
/* Reads private_table (T with a column of its own) and public_table (P), joined by the key. */
/* One row: rows and pairs that differ, rows that agree in a value that elsewhere differs; pairs, values of P, and of T. */
SELECT
  COALESCE(SUM("differing_rows"), 0) AS "differing_count",
  COALESCE(SUM(CASE WHEN "differing_rows" > 0 THEN 1 ELSE 0 END), 0) AS "differing_pairs",
  COALESCE(
    SUM(
      CASE WHEN "differing_of_value" > 0 THEN "row_count" - "differing_rows" ELSE 0 END
    ),
    0
  ) AS "agreeing_count",
  COUNT(*) AS "pair_count",
  COUNT(DISTINCT "public_value") AS "public_count",
  COUNT(DISTINCT "private_value") AS "private_count"
FROM (
  SELECT
    "public_value",
    "private_value",
    "row_count",
    "differing_rows",
    SUM("differing_rows") OVER (PARTITION BY "public_value") AS "differing_of_value"
  FROM (
    SELECT
      CAST("public_table"."age" AS TEXT) AS "public_value",
      CAST("private_table"."Age" AS TEXT) AS "private_value",
      COUNT(*) AS "row_count",
      SUM(
        CASE
          WHEN (
            (
              "public_table"."age" IS NULL AND "private_table"."Age" IS NULL
            )
            OR CAST("public_table"."age" AS TEXT) = CAST("private_table"."Age" AS TEXT)
            OR CAST("public_table"."age" AS DOUBLE) = CASE
              WHEN REGEXP_MATCHES("private_table"."Age", '^-?[0-9]{1,18}([.][0-9]{1,12})?$')
              THEN TRY_CAST("private_table"."Age" AS DOUBLE)
            END
          )
          THEN 0
          ELSE 1
        END
      ) AS "differing_rows"
    FROM "private_table"
    JOIN "public_table"
      ON "private_table"."id" = "public_table"."id"
    WHERE
      NOT CAST("public_table"."age" AS TEXT) IS NULL
      AND NOT CAST("private_table"."Age" AS TEXT) IS NULL
    GROUP BY
      CAST("public_table"."age" AS TEXT),
      CAST("private_table"."Age" AS TEXT)
  ) AS "pairs"
) AS "pairs_of_values";
