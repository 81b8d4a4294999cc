-- two columns
/* The smallest box around the people in each part that has rows of T. */
/* Reads the spots of all parts. */
/* One row: a part with the least and the greatest position of each quasi-identifier, with its rows of P and of T. */
SELECT
  "part",
  MIN("x0") AS "low0",
  MAX("x0") AS "high0",
  MIN("x1") AS "low1",
  MAX("x1") AS "high1",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "parted_spots"
GROUP BY
  "part"
HAVING
  SUM("private_count") > 0;
