-- no model
/* Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? */
/* Reads the frequency set, or an excerpt of it, once per node. */
/* One row: a node with its violating classes, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  CAST(COALESCE(SUM(CASE WHEN FALSE THEN 1 ELSE 0 END), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(SUM(CASE WHEN FALSE THEN 1 ELSE 0 END), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";

-- presence
/* Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? */
/* Reads the frequency set, or an excerpt of it, once per node. */
/* One row: a node with its violating classes, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";

-- presence at most 1/20, 5-anonymity, 7-map
/* Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? */
/* Reads the frequency set, or an excerpt of it, once per node. */
/* One row: a node with its violating classes, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT)
        ) > (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        OR "private_count" BETWEEN 1 AND 4
        OR (
          "private_count" > 0 AND "public_count" < 7
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT)
        ) > (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        OR "private_count" BETWEEN 1 AND 4
        OR (
          "private_count" > 0 AND "public_count" < 7
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";

-- presence, counts that need wide arithmetic
/* Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? */
/* Reads the frequency set, or an excerpt of it, once per node. */
/* One row: a node with its violating classes, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0))
        ) > (
          CAST("public_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        )
        OR (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        ) < (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(
    SUM(
      CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
    ),
    0
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
UNION ALL
SELECT
  1 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0))
        ) > (
          CAST("public_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        )
        OR (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        ) < (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(
    SUM(
      CAST("private_count" AS DECIMAL(19, 0)) * CAST("private_count" AS DECIMAL(19, 0))
    ),
    0
  ) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";
