-- two columns
/* Which labels has each quasi-identifier on every level, and which of them are the same text? */
/* Reads the leaves of each quasi-identifier, and the mapping tables of large hierarchies. */
/* One row: a label by its code, the leaves under it, its rows of T, and a number that labels of all levels share if their texts are equal. */
SELECT
  0 AS "quasi_identifier",
  "level",
  "code",
  "leaf_count",
  CAST("label_rows" AS BIGINT) AS "label_rows",
  CAST(DENSE_RANK() OVER (ORDER BY "label") AS BIGINT) AS "text_number"
FROM (
  SELECT
    0 AS "level",
    "code_0" AS "code",
    MIN("leaves_0"."leaf") AS "label",
    MAX("leaves_0") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_0"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    1 AS "level",
    "code_1" AS "code",
    MIN(
      CASE
        WHEN CAST("leaves_0"."leaf" AS TEXT) IN ('it''s', 'y')
        THEN 'a \ b'
        WHEN CAST("leaves_0"."leaf" AS TEXT) IN ('z')
        THEN 'c'
        WHEN (
          CAST("leaves_0"."leaf" AS TEXT) IS NULL
        )
        THEN NULL
      END
    ) AS "label",
    MAX("leaves_1") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_0"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    2 AS "level",
    "code_2" AS "code",
    MIN('*') AS "label",
    MAX("leaves_2") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_0"
  GROUP BY
    "code_2"
) AS "labels"
UNION ALL
SELECT
  1 AS "quasi_identifier",
  "level",
  "code",
  "leaf_count",
  CAST("label_rows" AS BIGINT) AS "label_rows",
  CAST(DENSE_RANK() OVER (ORDER BY "label") AS BIGINT) AS "text_number"
FROM (
  SELECT
    0 AS "level",
    "code_0" AS "code",
    MIN("leaves_1"."leaf") AS "label",
    MAX("leaves_0") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_1"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    1 AS "level",
    "code_1" AS "code",
    MIN(
      CASE
        WHEN NOT (
          CAST("leaves_1"."leaf" AS TEXT) IS NULL
        )
        THEN (
          SUBSTRING(CAST("leaves_1"."leaf" AS TEXT), 1, 4) || '*'
        )
      END
    ) AS "label",
    MAX("leaves_1") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_1"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    2 AS "level",
    "code_2" AS "code",
    MIN('*') AS "label",
    MAX("leaves_2") AS "leaf_count",
    SUM("private_count") AS "label_rows"
  FROM "leaves_1"
  GROUP BY
    "code_2"
) AS "labels"
LIMIT 101;
