-- parts along the hierarchies
/* Where are the tuples before the first cut? In one part. */
/* Reads the frequency set. */
/* One row: a tuple with the number of its part, codes of its values if these are asked for, its lower codes packed into keys, of each quasi-identifier the code by which it may be cut first, and its rows of P and of T. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  (
    CAST("q0_level_0" AS BIGINT) * CAST(1 AS BIGINT)
  ) + (
    CAST("q1_level_0" AS BIGINT) * CAST(2 AS BIGINT)
  ) AS "key_0",
  "q0_level_1" AS "child_0",
  "q1_level_1" AS "child_1",
  "public_count",
  "private_count"
FROM "frequency_set";

-- parts along the hierarchies, a rest and a column kept
/* Where are the tuples before the first cut? In one part. */
/* Reads the frequency set. */
/* One row: a tuple with the number of its part, codes of its values if these are asked for, its lower codes packed into keys, of each quasi-identifier the code by which it may be cut first, and its rows of P and of T. */
SELECT
  CAST(0 AS BIGINT) AS "part",
  "q0_level_0",
  "q1_level_0",
  (
    CAST("q0_level_0" AS BIGINT) * CAST(1 AS BIGINT)
  ) + (
    CAST("q1_level_0" AS BIGINT) * CAST(2 AS BIGINT)
  ) AS "key_0",
  "q0_level_1" AS "child_0",
  "q1_level_1" AS "child_1",
  "public_count",
  "private_count"
FROM "frequency_set";
