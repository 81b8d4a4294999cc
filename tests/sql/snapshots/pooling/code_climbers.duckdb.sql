-- rare people climb
/* Which labels can the tuples that climb come to have? */
/* Reads these tuples, and the leaves of each quasi-identifier that the start distinguishes. */
/* One row: a tuple with the codes of its labels from the start up, and its rows of P and of T; nobody is grouped yet. */
SELECT
  "climbers_0"."q0" AS "q0",
  "climbers_0"."q1" AS "q1",
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_1" AS "q1_level_1",
  "climbers_0"."public_count",
  "climbers_0"."private_count",
  0 AS "class_people"
FROM "climbers_0"
JOIN "leaves_0"
  ON "climbers_0"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "climbers_0"."q1" IS NOT DISTINCT FROM "leaves_1"."value";

-- rare people climb along columns
/* Which labels can the tuples that climb come to have? */
/* Reads these tuples, and the leaves of each quasi-identifier that the start distinguishes. */
/* One row: a tuple with the codes of its labels from the start up, and its rows of P and of T; nobody is grouped yet. */
SELECT
  "climbers_0"."q0" AS "q0",
  "climbers_0"."q1" AS "q1",
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "leaves_1"."code_1" AS "q1_level_1",
  "climbers_0"."public_count",
  "climbers_0"."private_count",
  0 AS "class_people"
FROM "climbers_0"
JOIN "leaves_0"
  ON "climbers_0"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
JOIN "leaves_1"
  ON "climbers_0"."q1" IS NOT DISTINCT FROM "leaves_1"."value";
