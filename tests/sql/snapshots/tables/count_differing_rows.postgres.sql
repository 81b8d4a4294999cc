-- two columns
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: the rows that differ in any of some columns, then those that differ in each. */
SELECT
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            "public_table"."age" IS NULL AND "private_table"."Age" IS NULL
          )
          OR CAST("public_table"."age" AS TEXT) = CAST("private_table"."Age" AS TEXT)
          OR CAST("public_table"."age" AS DOUBLE PRECISION) = CASE
            WHEN "private_table"."Age" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN CAST("private_table"."Age" AS DOUBLE PRECISION)
          END
        )
        AND (
          (
            "public_table"."town" IS NULL AND "private_table"."town" IS NULL
          )
          OR CAST("public_table"."town" AS TEXT) = CAST("private_table"."town" AS TEXT)
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS "differing_rows",
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            "public_table"."age" IS NULL AND "private_table"."Age" IS NULL
          )
          OR CAST("public_table"."age" AS TEXT) = CAST("private_table"."Age" AS TEXT)
          OR CAST("public_table"."age" AS DOUBLE PRECISION) = CASE
            WHEN "private_table"."Age" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN CAST("private_table"."Age" AS DOUBLE PRECISION)
          END
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS "differing_0",
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            "public_table"."town" IS NULL AND "private_table"."town" IS NULL
          )
          OR CAST("public_table"."town" AS TEXT) = CAST("private_table"."town" AS TEXT)
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS "differing_1"
FROM "private_table"
JOIN "public_table"
  ON "private_table"."id" = "public_table"."id";
