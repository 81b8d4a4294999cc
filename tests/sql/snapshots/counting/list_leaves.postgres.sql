-- dates
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
  COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
  CAST(DENSE_RANK() OVER (ORDER BY "label_4") - 1 AS INT) AS "code_4",
  COUNT(*) OVER (PARTITION BY "label_4") AS "leaves_4",
  CAST(DENSE_RANK() OVER (ORDER BY "label_5") - 1 AS INT) AS "code_5",
  COUNT(*) OVER (PARTITION BY "label_5") AS "leaves_5",
  CAST(DENSE_RANK() OVER (ORDER BY "label_6") - 1 AS INT) AS "code_6",
  COUNT(*) OVER (PARTITION BY "label_6") AS "leaves_6",
  CAST(DENSE_RANK() OVER (ORDER BY "label_7") - 1 AS INT) AS "code_7",
  COUNT(*) OVER (PARTITION BY "label_7") AS "leaves_7",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING("counted"."leaf" FROM 1 FOR 10)
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING("counted"."leaf" FROM 1 FOR 7)
    END AS "label_2",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 4) || CASE
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '03'
          THEN '-Q1'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '06'
          THEN '-Q2'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '09'
          THEN '-Q3'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '12'
          THEN '-Q4'
        END
      )
    END AS "label_3",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING("counted"."leaf" FROM 1 FOR 4)
    END AS "label_4",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 3) || '0s'
      )
    END AS "label_5",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 2) || '00s'
      )
    END AS "label_6",
    '*' AS "label_7",
    CASE
      WHEN (
        "counted"."leaf" IS NULL
      )
      OR "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";

-- few leaves
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  CASE WHEN "label_1" IN ('a \ b') THEN 2 ELSE 1 END AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  4 AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" IN ('it''s', 'y')
      THEN 'a \ b'
      WHEN "counted"."leaf" IN ('z')
      THEN 'c'
      WHEN (
        "counted"."leaf" IS NULL
      )
      THEN NULL
    END AS "label_1",
    '*' AS "label_2",
    CASE
      WHEN (
        "counted"."leaf" IS NULL
      ) OR "counted"."leaf" IN ('it''s', 'y', 'z')
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";

-- many leaves, a mapping table
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  CASE WHEN "label_1" IN ('label 5') THEN 1 ELSE 10 END AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  51 AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    "mapping_3"."label_1" AS "label_1",
    '*' AS "label_2",
    CASE WHEN NOT (
      "mapping_3"."covered" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
  LEFT JOIN "mapping_3"
    ON "counted"."leaf" IS NOT DISTINCT FROM "mapping_3"."leaf"
) AS "labelled";

-- numbers
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
  COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN (
        '[' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(38, 12)) - (
            CAST("counted"."leaf" AS DECIMAL(38, 12)) % CAST(2.5 AS DECIMAL(38, 12)) + CAST(2.5 AS DECIMAL(38, 12))
          ) % CAST(2.5 AS DECIMAL(38, 12))
        ) AS DECIMAL(38, 1)) AS TEXT) || ', ' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(38, 12)) - (
            CAST("counted"."leaf" AS DECIMAL(38, 12)) % CAST(2.5 AS DECIMAL(38, 12)) + CAST(2.5 AS DECIMAL(38, 12))
          ) % CAST(2.5 AS DECIMAL(38, 12))
        ) + CAST(2.5 AS DECIMAL(38, 12)) AS DECIMAL(38, 1)) AS TEXT) || ')'
      )
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN (
        '[' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(38, 12)) - (
            CAST("counted"."leaf" AS DECIMAL(38, 12)) % CAST(5 AS DECIMAL(38, 12)) + CAST(5 AS DECIMAL(38, 12))
          ) % CAST(5 AS DECIMAL(38, 12))
        ) AS DECIMAL(38, 0)) AS TEXT) || ', ' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(38, 12)) - (
            CAST("counted"."leaf" AS DECIMAL(38, 12)) % CAST(5 AS DECIMAL(38, 12)) + CAST(5 AS DECIMAL(38, 12))
          ) % CAST(5 AS DECIMAL(38, 12))
        ) + CAST(5 AS DECIMAL(38, 12)) AS DECIMAL(38, 0)) AS TEXT) || ')'
      )
    END AS "label_2",
    '*' AS "label_3",
    CASE WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$' THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";

-- one leaf
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE WHEN "counted"."leaf" IN ('only') THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";

-- prefixes
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, or values that statistics know as well, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
  COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN NOT (
        "counted"."leaf" IS NULL
      )
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 4) || '*'
      )
    END AS "label_1",
    CASE
      WHEN NOT (
        "counted"."leaf" IS NULL
      )
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 2) || '*'
      )
    END AS "label_2",
    '*' AS "label_3",
    CASE WHEN NOT (
      "counted"."leaf" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS TEXT) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";
