-- node (0, 0)
/* Which tuples of T are in classes of the start that are expected to have too few people? */
/* Reads tuples, the leaves of each quasi-identifier that the start distinguishes, and the classes of T with their shares of P. */
/* One row: a tuple, the step on which it settles, and its rows of T. */
SELECT
  "tuples"."q0" AS "q0",
  "tuples"."q1" AS "q1",
  1 AS "step",
  "tuples"."private_count"
FROM "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value"
JOIN (
  SELECT
    "private_count",
    "classes"."q0_level_0",
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
      "q0_level_0",
      "q1_level_0",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
    GROUP BY
      "q0_level_0",
      "q1_level_0"
  ) AS "classes"
  LEFT JOIN (
    SELECT
      "q0_level_0",
      SUM("measure") AS "measure"
    FROM "coded_known_0"
    GROUP BY
      "q0_level_0"
  ) AS "of_known_0"
    ON "classes"."q0_level_0" = "of_known_0"."q0_level_0"
  LEFT JOIN (
    SELECT
      "q1_level_0",
      SUM("measure") AS "measure"
    FROM "coded_known_1"
    GROUP BY
      "q1_level_0"
  ) AS "of_known_1"
    ON "classes"."q1_level_0" = "of_known_1"."q1_level_0"
) AS "shared"
  ON "leaves_0"."code_0" = "shared"."q0_level_0"
  AND "leaves_1"."code_0" = "shared"."q1_level_0"
WHERE
  "shared"."share" < CAST(0.25 AS DOUBLE PRECISION);

-- node (1, 0)
/* Which tuples of T are in classes of the start that are expected to have too few people? */
/* Reads tuples, the leaves of each quasi-identifier that the start distinguishes, and the classes of T with their shares of P. */
/* One row: a tuple, the step on which it settles, and its rows of T. */
SELECT
  "tuples"."q0" AS "q0",
  "tuples"."q1" AS "q1",
  1 AS "step",
  "tuples"."private_count"
FROM "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value"
JOIN (
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
    ON "classes"."q1_level_0" = "of_known_1"."q1_level_0"
) AS "shared"
  ON "leaves_0"."code_1" = "shared"."q0_level_1"
  AND "leaves_1"."code_0" = "shared"."q1_level_0"
WHERE
  "shared"."share" < CAST(0.25 AS DOUBLE PRECISION);
