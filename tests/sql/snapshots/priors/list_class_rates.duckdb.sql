-- rates by another column
/* How many people of each rate do some classes have? */
/* Reads the classes in their order, and the coded rated tuples. */
/* One row: a class by its place and a rate, with the people of the class in T, its bound, and the people of the rate. */
SELECT
  "ordered_classes"."place" AS "place",
  MIN("ordered_classes"."members") AS "members",
  MIN("ordered_classes"."bound") AS "bound",
  "rated_set"."rate_number" AS "rate_number",
  CAST(SUM("rated_set"."public_count") AS BIGINT) AS "people"
FROM "ordered_classes"
JOIN "rated_set"
  ON "ordered_classes"."q0_level_0" = "rated_set"."q0_level_0"
WHERE
  "ordered_classes"."place" BETWEEN 0 AND 63
  AND "rated_set"."rate_number" BETWEEN 0 AND 2
GROUP BY
  "ordered_classes"."place",
  "rated_set"."rate_number"
ORDER BY
  "place",
  "rate_number";

-- rates by town
/* How many people of each rate do some classes have? */
/* Reads the classes in their order, and the coded rated tuples. */
/* One row: a class by its place and a rate, with the people of the class in T, its bound, and the people of the rate. */
SELECT
  "ordered_classes"."place" AS "place",
  MIN("ordered_classes"."members") AS "members",
  MIN("ordered_classes"."bound") AS "bound",
  "rated_set"."rate_number" AS "rate_number",
  CAST(SUM("rated_set"."public_count") AS BIGINT) AS "people"
FROM "ordered_classes"
JOIN "rated_set"
  ON "ordered_classes"."q0_level_0" = "rated_set"."q0_level_0"
WHERE
  "ordered_classes"."place" BETWEEN 0 AND 63
  AND "rated_set"."rate_number" BETWEEN 1 AND 1
GROUP BY
  "ordered_classes"."place",
  "rated_set"."rate_number"
ORDER BY
  "place",
  "rate_number";

-- rates in P
/* How many people of each rate do some classes have? */
/* Reads the classes in their order, and the coded rated tuples. */
/* One row: a class by its place and a rate, with the people of the class in T, its bound, and the people of the rate. */
SELECT
  "ordered_classes"."place" AS "place",
  MIN("ordered_classes"."members") AS "members",
  MIN("ordered_classes"."bound") AS "bound",
  "rated_set"."rate_number" AS "rate_number",
  CAST(SUM("rated_set"."public_count") AS BIGINT) AS "people"
FROM "ordered_classes"
JOIN "rated_set"
  ON TRUE
WHERE
  "ordered_classes"."place" BETWEEN 0 AND 63
  AND "rated_set"."rate_number" BETWEEN 0 AND 2
GROUP BY
  "ordered_classes"."place",
  "rated_set"."rate_number"
ORDER BY
  "place",
  "rate_number";
