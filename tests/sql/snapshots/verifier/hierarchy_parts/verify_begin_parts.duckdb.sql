-- parts along the hierarchies
/* Which labels has each tuple where parts are cut? */
/* Reads verified_tuples, and the labels of the verifier. */
/* One row: a tuple in part 0, the numbers of its labels, its values if they are needed, its people of P and rows of T. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  "labels_0_0"."number" AS "n0",
  "labels_0_1"."number" AS "n1",
  "labels_1_1"."number" AS "n2",
  "verified_tuples"."public_count",
  "verified_tuples"."private_count"
FROM "verified_tuples"
LEFT JOIN "labels_0_0"
  ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_0"."value"
LEFT JOIN "labels_0_1"
  ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_1"."value"
LEFT JOIN "labels_1_1"
  ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1_1"."value";

-- parts along the hierarchies, a rest and a column kept
/* Which labels has each tuple where parts are cut? */
/* Reads verified_tuples, and the labels of the verifier. */
/* One row: a tuple in part 0, the numbers of its labels, its values if they are needed, its people of P and rows of T. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  "verified_tuples"."v0",
  "verified_tuples"."v1",
  "labels_0_0"."number" AS "n0",
  "labels_0_1"."number" AS "n1",
  "labels_1_1"."number" AS "n2",
  "verified_tuples"."public_count",
  "verified_tuples"."private_count"
FROM "verified_tuples"
LEFT JOIN "labels_0_0"
  ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_0"."value"
LEFT JOIN "labels_0_1"
  ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_1"."value"
LEFT JOIN "labels_1_1"
  ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1_1"."value";
