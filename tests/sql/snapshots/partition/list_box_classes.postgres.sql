-- of nine people
/* The equivalence classes that boxes make: those in a box, and those in none. */
/* Reads the boxes. */
/* One row: a class of P with its rows of P and of T, and its presence as a double for sorting only. */
SELECT
  "public_count",
  "private_count",
  CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
FROM (
  SELECT
    "public_count",
    "private_count"
  FROM "boxes"
  UNION ALL
  SELECT
    9 - CAST(COALESCE(SUM("public_count"), 0) AS BIGINT),
    CAST(0 AS BIGINT)
  FROM "boxes"
) AS "counted"
WHERE
  "public_count" > 0;
