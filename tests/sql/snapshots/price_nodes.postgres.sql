-- counts that need wide arithmetic
/* What do these nodes cost by the metrics that depend on classes? Whether they hold is not asked. */
/* Reads the part of the frequency set with rows of T, once per node. */
/* One row: a node with its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  COUNT("private_count") AS "private_classes",
  CAST(COALESCE(
    SUM(
      CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
    ),
    0
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "part"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  COUNT("private_count") AS "private_classes",
  CAST(COALESCE(
    SUM(
      CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
    ),
    0
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "part"
) AS "classes";

-- few people
/* What do these nodes cost by the metrics that depend on classes? Whether they hold is not asked. */
/* Reads the part of the frequency set with rows of T, once per node. */
/* One row: a node with its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  COUNT("private_count") AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "part"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  COUNT("private_count") AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "part"
) AS "classes";
