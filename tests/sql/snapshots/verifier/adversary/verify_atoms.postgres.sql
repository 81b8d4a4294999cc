-- a value and a label
/* How many people of P and rows of T share their labels in several releases? */
/* Reads verified_tuples and the labels of the verifier. */
/* One row: an atom of P with its people, its rows of T, and the numbers of its labels. */
SELECT
  CAST(SUM("verified_tuples"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("verified_tuples"."private_count") AS BIGINT) AS "private_count",
  "verified_tuples"."v0" AS "c0",
  "labels_1_at_1"."number" AS "c1"
FROM "verified_tuples"
LEFT JOIN "labels_1_at_1"
  ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1_at_1"."value"
GROUP BY
  "verified_tuples"."v0",
  "labels_1_at_1"."number"
LIMIT 200001;

-- nothing is shown
/* How many people of P and rows of T share their labels in several releases? */
/* Reads verified_tuples and the labels of the verifier. */
/* One row: an atom of P with its people, its rows of T, and the numbers of its labels. */
SELECT
  CAST(SUM("verified_tuples"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("verified_tuples"."private_count") AS BIGINT) AS "private_count"
FROM "verified_tuples"
LIMIT 200001;
