-- P is known from tables
/* How do P and T spread over the labels of each level of each quasi-identifier? */
/* Reads the leaves of each quasi-identifier once per level. */
/* One row: a level and a number of rows of T; how many labels hold that many, how many of these break a model, and the leaves lost. */
SELECT
  "quasi_identifier",
  "level",
  "private_count",
  COUNT(*) AS "label_count",
  CAST(SUM(CASE WHEN FALSE THEN 1 ELSE 0 END) AS BIGINT) AS "violating_labels",
  CAST(SUM("private_count" * (
    "leaves" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM (
  SELECT
    0 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    2 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_2") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_2"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    2 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_2") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_2"
) AS "labels"
GROUP BY
  "quasi_identifier",
  "level",
  "private_count";

-- T is a table
/* How do P and T spread over the labels of each level of each quasi-identifier? */
/* Reads the leaves of each quasi-identifier once per level. */
/* One row: a level and a number of rows of T; how many labels hold that many, how many of these break a model, and the leaves lost. */
SELECT
  "quasi_identifier",
  "level",
  "private_count",
  COUNT(*) AS "label_count",
  CAST(SUM(
    CASE
      WHEN (
        CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
      ) > (
        CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END
  ) AS BIGINT) AS "violating_labels",
  CAST(SUM("private_count" * (
    "leaves" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM (
  SELECT
    0 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    2 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_2") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_2"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    1 AS "quasi_identifier",
    2 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_2") AS "leaves"
  FROM "leaves_1"
  GROUP BY
    "code_2"
) AS "labels"
GROUP BY
  "quasi_identifier",
  "level",
  "private_count";

-- T is given by key
/* How do P and T spread over the labels of each level of each quasi-identifier? */
/* Reads the leaves of each quasi-identifier once per level. */
/* One row: a level and a number of rows of T; how many labels hold that many, how many of these break a model, and the leaves lost. */
SELECT
  "quasi_identifier",
  "level",
  "private_count",
  COUNT(*) AS "label_count",
  CAST(SUM(
    CASE
      WHEN (
        CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
      ) > (
        CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END
  ) AS BIGINT) AS "violating_labels",
  CAST(SUM("private_count" * (
    "leaves" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM (
  SELECT
    0 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_1"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    2 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_2") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_2"
) AS "labels"
GROUP BY
  "quasi_identifier",
  "level",
  "private_count";

-- rates by town
/* How do P and T spread over the labels of each level of each quasi-identifier? */
/* Reads the leaves of each quasi-identifier once per level. */
/* One row: a level and a number of rows of T; how many labels hold that many, how many of these break a model, and the leaves lost. */
SELECT
  "quasi_identifier",
  "level",
  "private_count",
  COUNT(*) AS "label_count",
  CAST(SUM(
    CASE
      WHEN (
        CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT)
      ) > (
        CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
      )
      THEN 1
      ELSE 0
    END
  ) AS BIGINT) AS "violating_labels",
  CAST(SUM("private_count" * (
    "leaves" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM (
  SELECT
    0 AS "quasi_identifier",
    0 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_0") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_0"
  UNION ALL
  SELECT
    0 AS "quasi_identifier",
    1 AS "level",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    MAX("leaves_1") AS "leaves"
  FROM "leaves_0"
  GROUP BY
    "code_1"
) AS "labels"
GROUP BY
  "quasi_identifier",
  "level",
  "private_count";
