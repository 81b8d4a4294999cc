-- rare people climb
/* Which tuples are in classes of the start that have too few people? */
/* Reads tuples, and the leaves of each quasi-identifier that the start distinguishes. */
/* One row: a tuple with its rows of P and of T. */
SELECT
  "q0",
  "q1",
  "public_count",
  "private_count"
FROM (
  SELECT
    "tuples"."q0" AS "q0",
    "tuples"."q1" AS "q1",
    "tuples"."public_count",
    "tuples"."private_count",
    SUM("tuples"."public_count") OVER (PARTITION BY "leaves_0"."code_0", "leaves_1"."code_1") AS "class_people"
  FROM "tuples"
  JOIN "leaves_0"
    ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
  JOIN "leaves_1"
    ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value"
) AS "counted"
WHERE
  "class_people" < 2;

-- rare people climb along columns
/* Which tuples are in classes of the start that have too few people? */
/* Reads tuples, and the leaves of each quasi-identifier that the start distinguishes. */
/* One row: a tuple with its rows of P and of T. */
SELECT
  "q0",
  "q1",
  "public_count",
  "private_count"
FROM (
  SELECT
    "tuples"."q0" AS "q0",
    "tuples"."q1" AS "q1",
    "tuples"."public_count",
    "tuples"."private_count",
    SUM("tuples"."public_count") OVER (PARTITION BY "leaves_0"."code_0", "leaves_1"."code_0") AS "class_people"
  FROM "tuples"
  JOIN "leaves_0"
    ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
  JOIN "leaves_1"
    ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value"
) AS "counted"
WHERE
  "class_people" < 4;
