-- a sample with codes, node (0, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "classes"."q0_level_0",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * COALESCE(
      CAST("of_column_0"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) AS "share"
FROM (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_sample"
  ON "classes"."q0_level_0" = "of_sample"."q0_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_column_0"
  ON "classes"."q0_level_0" = "of_column_0"."q0_level_0";

-- a sample with codes, node (1, 0)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "classes"."q0_level_1",
  "classes"."q1_level_0",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * COALESCE(
      CAST("of_column_0"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    ) * COALESCE(
      CAST("of_column_1"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) AS "share"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_1",
    "q1_level_0",
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "of_sample"
  ON "classes"."q0_level_1" = "of_sample"."q0_level_1"
  AND "classes"."q1_level_0" = "of_sample"."q1_level_0"
LEFT JOIN (
  SELECT
    "q0_level_1",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1"
) AS "of_column_0"
  ON "classes"."q0_level_1" = "of_column_0"."q0_level_1"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q1_level_0"
) AS "of_column_1"
  ON "classes"."q1_level_0" = "of_column_1"."q1_level_0";

-- a sample with codes, node (2, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * CAST(1 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes"
LEFT JOIN (
  SELECT
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
) AS "of_sample"
  ON TRUE;

-- a sample, node (0, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * COALESCE(
      CAST("of_column_0"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) AS "share"
FROM (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_sample"
  ON "classes"."q0_level_0" = "of_sample"."q0_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_column_0"
  ON "classes"."q0_level_0" = "of_column_0"."q0_level_0";

-- a sample, node (1, 0)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * COALESCE(
      CAST("of_column_0"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    ) * COALESCE(
      CAST("of_column_1"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) AS "share"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_1",
    "q1_level_0",
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "of_sample"
  ON "classes"."q0_level_1" = "of_sample"."q0_level_1"
  AND "classes"."q1_level_0" = "of_sample"."q1_level_0"
LEFT JOIN (
  SELECT
    "q0_level_1",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1"
) AS "of_column_0"
  ON "classes"."q0_level_1" = "of_column_0"."q0_level_1"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q1_level_0"
) AS "of_column_1"
  ON "classes"."q1_level_0" = "of_column_1"."q1_level_0";

-- a sample, node (2, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(COALESCE("of_sample"."sampled", 0) AS BIGINT) AS "sampled",
  "of_sample"."measure" AS "weight",
  (
    CAST(2.5 AS DOUBLE PRECISION) * COALESCE(
      CAST("of_sample"."measure" AS DOUBLE PRECISION) / CAST(37.5 AS DOUBLE PRECISION),
      CAST(0 AS DOUBLE PRECISION)
    )
  ) + (
    1 * CAST(1 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes"
LEFT JOIN (
  SELECT
    SUM("measure") AS "measure",
    SUM("sampled") AS "sampled"
  FROM "coded_known_0"
) AS "of_sample"
  ON TRUE;

-- tables with codes, node (0, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "classes"."q0_level_0",
  "of_known_0"."measure" AS "measure_of_known_0",
  COALESCE(
    CAST("of_known_0"."measure" AS DOUBLE PRECISION) / CAST(100 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_known_0"
  ON "classes"."q0_level_0" = "of_known_0"."q0_level_0";

-- tables with codes, node (1, 0)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "classes"."q0_level_1",
  "classes"."q1_level_0",
  "of_known_0"."measure" AS "measure_of_known_0",
  "of_known_1"."measure" AS "measure_of_known_1",
  COALESCE(
    CAST("of_known_0"."measure" AS DOUBLE PRECISION) / CAST(100 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) * COALESCE(
    CAST("of_known_1"."measure" AS DOUBLE PRECISION) / CAST(1 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_1",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1"
) AS "of_known_0"
  ON "classes"."q0_level_1" = "of_known_0"."q0_level_1"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_1"
  GROUP BY
    "q1_level_0"
) AS "of_known_1"
  ON "classes"."q1_level_0" = "of_known_1"."q1_level_0";

-- tables with codes, node (2, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(1 AS DOUBLE PRECISION) AS "share"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";

-- tables, node (0, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "of_known_0"."measure" AS "measure_of_known_0",
  COALESCE(
    CAST("of_known_0"."measure" AS DOUBLE PRECISION) / CAST(100 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "of_known_0"
  ON "classes"."q0_level_0" = "of_known_0"."q0_level_0";

-- tables, node (1, 0)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  "of_known_0"."measure" AS "measure_of_known_0",
  "of_known_1"."measure" AS "measure_of_known_1",
  COALESCE(
    CAST("of_known_0"."measure" AS DOUBLE PRECISION) / CAST(100 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) * COALESCE(
    CAST("of_known_1"."measure" AS DOUBLE PRECISION) / CAST(1 AS DOUBLE PRECISION),
    CAST(0 AS DOUBLE PRECISION)
  ) AS "share"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "classes"
LEFT JOIN (
  SELECT
    "q0_level_1",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1"
) AS "of_known_0"
  ON "classes"."q0_level_1" = "of_known_0"."q0_level_1"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_1"
  GROUP BY
    "q1_level_0"
) AS "of_known_1"
  ON "classes"."q1_level_0" = "of_known_1"."q1_level_0";

-- tables, node (2, 1)
/* Which share of P do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics. */
/* One row: a class of T with its rows (and its codes), what the statistics say of its labels, and the share of P that follows. */
SELECT
  "private_count",
  CAST(1 AS DOUBLE PRECISION) AS "share"
FROM (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "classes";
