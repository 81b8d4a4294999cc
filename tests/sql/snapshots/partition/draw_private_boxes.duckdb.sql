-- two columns
/* The smallest box around the rows of T in each part that has any, and the people of P in it. */
/* Reads the spots of all parts, twice. */
/* One row: a part with the least and the greatest position of each quasi-identifier, with its rows of P and of T there. */
SELECT
  "drawn"."part",
  "drawn"."low0",
  "drawn"."high0",
  "drawn"."low1",
  "drawn"."high1",
  CAST(SUM("spots"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("spots"."private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "part",
    MIN("x0") AS "low0",
    MAX("x0") AS "high0",
    MIN("x1") AS "low1",
    MAX("x1") AS "high1"
  FROM "parted_spots"
  WHERE
    "private_count" > 0
  GROUP BY
    "part"
) AS "drawn"
JOIN "parted_spots" AS "spots"
  ON "drawn"."part" = "spots"."part"
WHERE
  "spots"."x0" BETWEEN "drawn"."low0" AND "drawn"."high0"
  AND "spots"."x1" BETWEEN "drawn"."low1" AND "drawn"."high1"
GROUP BY
  "drawn"."part",
  "drawn"."low0",
  "drawn"."high0",
  "drawn"."low1",
  "drawn"."high1";
