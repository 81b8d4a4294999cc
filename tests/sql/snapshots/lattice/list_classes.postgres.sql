-- a node
/* The equivalence classes of one node. */
/* Reads the frequency set. */
/* One row: a class of P with its rows of P and of T, and its presence as a double for sorting only. */
SELECT
  "public_count",
  "private_count",
  CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "counted";

-- total suppression
/* The equivalence classes of one node. */
/* Reads the frequency set. */
/* One row: a class of P with its rows of P and of T, and its presence as a double for sorting only. */
SELECT
  "public_count",
  "private_count",
  CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "counted";
