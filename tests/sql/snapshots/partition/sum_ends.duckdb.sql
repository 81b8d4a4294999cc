-- NULL is least
/* How many rows of T more have a range that ends at a value than one that begins there? */
/* Reads the boxes twice, and the values of one quasi-identifier in their order. */
/* One row: a value with its text, its position and that difference; none where it is 0. */
SELECT
  "ordered"."leaf",
  "ordered"."position",
  CAST(SUM("ends"."weight") AS BIGINT) AS "weight"
FROM (
  SELECT
    "high1" AS "position",
    "private_count" AS "weight"
  FROM "boxes"
  WHERE
    "low1" <> 0
  UNION ALL
  SELECT
    "low1",
    -"private_count"
  FROM "boxes"
  WHERE
    "low1" <> 0
) AS "ends"
JOIN "order_1" AS "ordered"
  ON "ends"."position" = "ordered"."position"
GROUP BY
  "ordered"."leaf",
  "ordered"."position"
HAVING
  SUM("ends"."weight") <> 0;

-- no NULL
/* How many rows of T more have a range that ends at a value than one that begins there? */
/* Reads the boxes twice, and the values of one quasi-identifier in their order. */
/* One row: a value with its text, its position and that difference; none where it is 0. */
SELECT
  "ordered"."leaf",
  "ordered"."position",
  CAST(SUM("ends"."weight") AS BIGINT) AS "weight"
FROM (
  SELECT
    "high1" AS "position",
    "private_count" AS "weight"
  FROM "boxes"
  WHERE
    TRUE
  UNION ALL
  SELECT
    "low1",
    -"private_count"
  FROM "boxes"
  WHERE
    TRUE
) AS "ends"
JOIN "order_1" AS "ordered"
  ON "ends"."position" = "ordered"."position"
GROUP BY
  "ordered"."leaf",
  "ordered"."position"
HAVING
  SUM("ends"."weight") <> 0;
