-- rates by another column
/* How many rows of T does each class have whose people have rates? */
/* Reads the rated people, verified_tuples, and the labels of the verifier. */
/* One row: a class and a rate with its people, the rows of T of the class, and its place in the order. */
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY "rated"."rate") - 1 AS BIGINT) AS "position",
  CAST(DENSE_RANK() OVER (ORDER BY 1) AS BIGINT) AS "class_number",
  "rated"."rate" AS "rate",
  "rated"."people" AS "people",
  COALESCE("members"."private_count", 0) AS "private_count"
FROM "verified_rated" AS "rated"
LEFT JOIN (
  SELECT
    CAST(SUM("verified_tuples"."private_count") AS BIGINT) AS "private_count"
  FROM "verified_tuples"
) AS "members"
  ON TRUE;

-- rates by town
/* How many rows of T does each class have whose people have rates? */
/* Reads the rated people, verified_tuples, and the labels of the verifier. */
/* One row: a class and a rate with its people, the rows of T of the class, and its place in the order. */
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY "rated"."c0", "rated"."rate") - 1 AS BIGINT) AS "position",
  CAST(DENSE_RANK() OVER (ORDER BY "rated"."c0") AS BIGINT) AS "class_number",
  "rated"."rate" AS "rate",
  "rated"."people" AS "people",
  COALESCE("members"."private_count", 0) AS "private_count"
FROM "verified_rated" AS "rated"
LEFT JOIN (
  SELECT
    CAST("verified_tuples"."v0" AS TEXT) AS "c0",
    CAST(SUM("verified_tuples"."private_count") AS BIGINT) AS "private_count"
  FROM "verified_tuples"
  GROUP BY
    CAST("verified_tuples"."v0" AS TEXT)
) AS "members"
  ON "rated"."c0" IS NOT DISTINCT FROM "members"."c0";
