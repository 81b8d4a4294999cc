-- a column, and times
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: rows that differ at all, and in each column; of another time, both, and of no known time. */
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
          CAST("public_table"."year" AS TEXT) = CAST("private_table"."year" AS TEXT)
          OR CAST("public_table"."year" AS DOUBLE PRECISION) = CASE
            WHEN "private_table"."year" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN CAST("private_table"."year" AS DOUBLE PRECISION)
          END
        )
        AND CAST("public_table"."day" AS DATE) = CAST("private_table"."day" AS DATE)
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS "other_time_rows",
  COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("public_table"."year" AS TEXT) = CAST("private_table"."year" AS TEXT)
          OR CAST("public_table"."year" AS DOUBLE PRECISION) = CASE
            WHEN "private_table"."year" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN CAST("private_table"."year" AS DOUBLE PRECISION)
          END
        )
        AND CAST("public_table"."day" AS DATE) = CAST("private_table"."day" AS DATE)
        THEN 0
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
  ) AS "differing_of_other_time",
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            CAST("public_table"."year" AS TEXT) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
            AND CAST("private_table"."year" AS TEXT) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
          )
          OR (
            (
              NOT CAST("public_table"."year" AS DOUBLE PRECISION) IS NULL
            )
            AND (
              NOT CASE
                WHEN "private_table"."year" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
                THEN CAST("private_table"."year" AS DOUBLE PRECISION)
              END IS NULL
            )
          )
          OR CAST("public_table"."year" AS TEXT) = CAST("private_table"."year" AS TEXT)
        )
        AND (
          (
            NOT CAST("public_table"."day" AS DATE) IS NULL
          )
          AND (
            NOT CAST("private_table"."day" AS DATE) IS NULL
          )
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS "untold_time_rows"
FROM "private_table"
JOIN "public_table"
  ON "private_table"."id" = "public_table"."id";

-- two columns
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: rows that differ at all, and in each column; of another time, both, and of no known time. */
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
