-- of P
/* Which equivalence classes does one node have, if there are few? */
/* Reads the frequency set. */
/* One row: a class with the code of its label in each quasi-identifier, and its rows of P and of T. */
SELECT
  "q0_level_1",
  "q1_level_0",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "frequency_set"
WHERE
  TRUE
GROUP BY
  "q0_level_1",
  "q1_level_0"
LIMIT 101;

-- of T
/* Which equivalence classes does one node have, if there are few? */
/* Reads the frequency set. */
/* One row: a class with the code of its label in each quasi-identifier, and its rows of P and of T. */
SELECT
  "q0_level_1",
  "q1_level_0",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "frequency_set"
WHERE
  "private_count" > 0
GROUP BY
  "q0_level_1",
  "q1_level_0"
LIMIT 101;

-- of a sample of T
/* Which equivalence classes does one node have, if there are few? */
/* Reads the frequency set. */
/* One row: a class with the code of its label in each quasi-identifier, and its rows of P and of T. */
SELECT
  "q0_level_1",
  "q1_level_0",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "private_excerpt"
WHERE
  (
    (
      CAST("q0_level_1" AS BIGINT) * 1299709 + CAST("q1_level_0" AS BIGINT) * 15485863
    ) % 40
  ) = 0
GROUP BY
  "q0_level_1",
  "q1_level_0"
LIMIT 100001;
