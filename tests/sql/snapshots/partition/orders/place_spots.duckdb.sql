-- two columns
/* The tuples as spots: each value by its position in the order of its quasi-identifier. */
/* Reads tuples, and the values of each quasi-identifier in their order. */
/* One row: a tuple with its rows of P and of T; all are one part, made by no cut. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  CAST(-1 AS INT) AS "last_axis",
  "order_0"."position" AS "x0",
  "order_1"."position" AS "x1",
  CAST("tuples"."public_count" AS BIGINT) AS "public_count",
  CAST("tuples"."private_count" AS BIGINT) AS "private_count"
FROM "tuples"
JOIN "order_0"
  ON "tuples"."q0" IS NOT DISTINCT FROM "order_0"."value"
JOIN "order_1"
  ON "tuples"."q1" IS NOT DISTINCT FROM "order_1"."value";
