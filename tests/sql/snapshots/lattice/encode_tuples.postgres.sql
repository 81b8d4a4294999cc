-- grouped at level 1 of the first
/* The frequency set: the tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads tuples, or some of them, and the leaves of each quasi-identifier. */
/* One row: a tuple, or all that agree in these codes, with its rows of P and of T. */
SELECT
  CAST("leaves_0"."code_1" AS SMALLINT) AS "q0_level_1",
  CAST(SUM("tuples"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("tuples"."private_count") AS BIGINT) AS "private_count"
FROM "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
GROUP BY
  CAST("leaves_0"."code_1" AS SMALLINT);

-- heights 2 and 1
/* The frequency set: the tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads tuples, or some of them, and the leaves of each quasi-identifier. */
/* One row: a tuple, or all that agree in these codes, with its rows of P and of T. */
SELECT
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "tuples"."public_count" AS "public_count",
  "tuples"."private_count" AS "private_count"
FROM "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value";

-- the first 1000
/* The frequency set: the tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads tuples, or some of them, and the leaves of each quasi-identifier. */
/* One row: a tuple, or all that agree in these codes, with its rows of P and of T. */
SELECT
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "tuples"."public_count" AS "public_count",
  "tuples"."private_count" AS "private_count"
FROM (
  SELECT
    *
  FROM "tuples"
  LIMIT 1000
) AS "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value";

-- the narrowest integers
/* The frequency set: the tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads tuples, or some of them, and the leaves of each quasi-identifier. */
/* One row: a tuple, or all that agree in these codes, with its rows of P and of T. */
SELECT
  CAST("leaves_0"."code_0" AS INT) AS "q0_level_0",
  CAST("leaves_0"."code_1" AS SMALLINT) AS "q0_level_1",
  CAST("leaves_0"."code_2" AS SMALLINT) AS "q0_level_2",
  CAST("leaves_0"."code_3" AS SMALLINT) AS "q0_level_3",
  CAST("leaves_1"."code_0" AS SMALLINT) AS "q1_level_0",
  "tuples"."public_count" AS "public_count",
  "tuples"."private_count" AS "private_count"
FROM "tuples"
JOIN "leaves_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value";
