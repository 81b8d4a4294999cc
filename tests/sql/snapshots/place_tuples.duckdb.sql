-- parts along the hierarchies
/* Where are the tuples before the first cut? In one part. */
/* Reads the frequency set. */
/* One row: a tuple with the number of its part, its codes, of each quasi-identifier the code by which it may be cut first, and its rows of P and of T. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  "q0_level_0",
  "q0_level_1",
  "q1_level_0",
  "q1_level_1",
  "q0_level_1" AS "child_0",
  "q1_level_1" AS "child_1",
  "public_count",
  "private_count"
FROM "frequency_set";
