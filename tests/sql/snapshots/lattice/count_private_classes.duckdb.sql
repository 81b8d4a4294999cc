-- counts that need wide arithmetic
/* How large are the classes of T at these nodes: the least of them, how many, and what do they cost? */
/* Reads the private excerpt once per node. */
/* One row: a node with the rows of T in its least class, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  MIN("private_count") AS "least_class",
  CAST(COUNT(*) AS BIGINT) AS "private_classes",
  CAST(SUM(
    CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "private_excerpt"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  MIN("private_count") AS "least_class",
  CAST(COUNT(*) AS BIGINT) AS "private_classes",
  CAST(SUM(
    CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "private_excerpt"
) AS "classes";

-- few rows of T
/* How large are the classes of T at these nodes: the least of them, how many, and what do they cost? */
/* Reads the private excerpt once per node. */
/* One row: a node with the rows of T in its least class, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  MIN("private_count") AS "least_class",
  CAST(COUNT(*) AS BIGINT) AS "private_classes",
  CAST(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "private_excerpt"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  MIN("private_count") AS "least_class",
  CAST(COUNT(*) AS BIGINT) AS "private_classes",
  CAST(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "private_excerpt"
) AS "classes";
