-- of a node
/* In which classes is presence greatest, and in which is it least? */
/* Reads the listed classes twice. */
/* One row: a class with what tells it apart, its rows of P and of T; few of each end, in no order. */
SELECT
  "q0_level_1",
  "q1_level_0",
  "public_count",
  "private_count"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    "public_count",
    "private_count"
  FROM "coded_classes"
  ORDER BY
    CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
    "public_count" DESC,
    "q0_level_1",
    "q1_level_0"
  LIMIT 5
) AS "greatest"
UNION
SELECT
  "q0_level_1",
  "q1_level_0",
  "public_count",
  "private_count"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    "public_count",
    "private_count"
  FROM "coded_classes"
  ORDER BY
    CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE),
    "public_count" DESC,
    "q0_level_1",
    "q1_level_0"
  LIMIT 5
) AS "least";

-- the one class
/* In which classes is presence greatest, and in which is it least? */
/* Reads the listed classes twice. */
/* One row: a class with what tells it apart, its rows of P and of T; few of each end, in no order. */
SELECT
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count"
  FROM "coded_classes"
  ORDER BY
    CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
    "public_count" DESC
  LIMIT 5
) AS "greatest"
UNION
SELECT
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count"
  FROM "coded_classes"
  ORDER BY
    CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE),
    "public_count" DESC
  LIMIT 5
) AS "least";
