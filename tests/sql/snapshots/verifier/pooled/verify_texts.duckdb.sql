-- people climb where P is known from tables
/* Which texts has each tuple on every level that a pooled release has? */
/* Reads verified_tuples, and the labels of the verifier. */
/* One row: a combination of these texts, with its people of P and rows of T. */
SELECT
  "t0_0",
  "t0_2",
  "t1_0",
  "t1_2",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CAST("verified_tuples"."v0" AS TEXT) AS "t0_0",
    '*' AS "t0_2",
    CAST("verified_tuples"."v1" AS TEXT) AS "t1_0",
    '*' AS "t1_2",
    "verified_tuples"."public_count",
    "verified_tuples"."private_count"
  FROM "verified_tuples"
) AS "labelled"
GROUP BY
  "t0_0",
  "t0_2",
  "t1_0",
  "t1_2";

-- rare people climb
/* Which texts has each tuple on every level that a pooled release has? */
/* Reads verified_tuples, and the labels of the verifier. */
/* One row: a combination of these texts, with its people of P and rows of T. */
SELECT
  "t0_0",
  "t0_1",
  "t0_2",
  "t1_1",
  "t1_2",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CAST("verified_tuples"."v0" AS TEXT) AS "t0_0",
    "labels_0_1"."label" AS "t0_1",
    '*' AS "t0_2",
    "labels_1_1"."label" AS "t1_1",
    '*' AS "t1_2",
    "verified_tuples"."public_count",
    "verified_tuples"."private_count"
  FROM "verified_tuples"
  LEFT JOIN "labels_0_1"
    ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_1"."value"
  LEFT JOIN "labels_1_1"
    ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1_1"."value"
) AS "labelled"
GROUP BY
  "t0_0",
  "t0_1",
  "t0_2",
  "t1_1",
  "t1_2";

-- rare people climb along columns
/* Which texts has each tuple on every level that a pooled release has? */
/* Reads verified_tuples, and the labels of the verifier. */
/* One row: a combination of these texts, with its people of P and rows of T. */
SELECT
  "t0_0",
  "t0_1",
  "t0_2",
  "t1_0",
  "t1_1",
  "t1_2",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CAST("verified_tuples"."v0" AS TEXT) AS "t0_0",
    "labels_0_1"."label" AS "t0_1",
    '*' AS "t0_2",
    CAST("verified_tuples"."v1" AS TEXT) AS "t1_0",
    "labels_1_1"."label" AS "t1_1",
    '*' AS "t1_2",
    "verified_tuples"."public_count",
    "verified_tuples"."private_count"
  FROM "verified_tuples"
  LEFT JOIN "labels_0_1"
    ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_1"."value"
  LEFT JOIN "labels_1_1"
    ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1_1"."value"
) AS "labelled"
GROUP BY
  "t0_0",
  "t0_1",
  "t0_2",
  "t1_0",
  "t1_1",
  "t1_2";
