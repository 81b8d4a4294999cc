-- a column
/* Are numbers of a column in one table those of the other, rounded, under the key? */
/* Reads private_table (T with a column of its own) and public_table (P), joined by the key. */
/* One row: rows with a number in both, distinct numbers of P, and of T, then the rows that fit each rounding. */
SELECT
  COUNT(*) AS "row_count",
  COUNT(DISTINCT "public_value") AS "public_count",
  COUNT(DISTINCT "private_value") AS "private_count",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 1000
        AND ABS(
          (
            (
              "private_value" / 1000
            ) - FLOOR((
              "private_value" / 1000
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_0",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 1000
        AND ABS(
          (
            (
              "public_value" / 1000
            ) - FLOOR((
              "public_value" / 1000
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_1",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 100
        AND ABS(
          (
            (
              "private_value" / 100
            ) - FLOOR((
              "private_value" / 100
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_2",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 100
        AND ABS(
          (
            (
              "public_value" / 100
            ) - FLOOR((
              "public_value" / 100
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_3",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 10
        AND ABS(
          (
            (
              "private_value" / 10
            ) - FLOOR((
              "private_value" / 10
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_4",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 10
        AND ABS((
          (
            "public_value" / 10
          ) - FLOOR((
            "public_value" / 10
          ) + 0.5)
        )) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_5",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 5
        AND ABS((
          (
            "private_value" / 5
          ) - FLOOR((
            "private_value" / 5
          ) + 0.5)
        )) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_6",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 5
        AND ABS((
          (
            "public_value" / 5
          ) - FLOOR((
            "public_value" / 5
          ) + 0.5)
        )) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_7",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 1
        AND ABS((
          (
            "private_value" / 1
          ) - FLOOR((
            "private_value" / 1
          ) + 0.5)
        )) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_8",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 1
        AND ABS((
          (
            "public_value" / 1
          ) - FLOOR((
            "public_value" / 1
          ) + 0.5)
        )) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_9",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 0.1
        AND ABS(
          (
            (
              "private_value" / 0.1
            ) - FLOOR((
              "private_value" / 0.1
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_10",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 0.1
        AND ABS(
          (
            (
              "public_value" / 0.1
            ) - FLOOR((
              "public_value" / 0.1
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_11",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 0.01
        AND ABS(
          (
            (
              "private_value" / 0.01
            ) - FLOOR((
              "private_value" / 0.01
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_12",
  COALESCE(
    SUM(
      CASE
        WHEN ABS("public_value" - "private_value") < 0.01
        AND ABS(
          (
            (
              "public_value" / 0.01
            ) - FLOOR((
              "public_value" / 0.01
            ) + 0.5)
          )
        ) < 0.000001
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "rounded_13"
FROM (
  SELECT
    CAST("public_table"."age" AS DOUBLE) AS "public_value",
    CASE
      WHEN REGEXP_MATCHES("private_table"."Age", '^-?[0-9]{1,18}([.][0-9]{1,12})?$')
      THEN TRY_CAST("private_table"."Age" AS DOUBLE)
    END AS "private_value"
  FROM "private_table"
  JOIN "public_table"
    ON "private_table"."id" = "public_table"."id"
) AS "pairs"
WHERE
  NOT "public_value" IS NULL AND NOT "private_value" IS NULL;
