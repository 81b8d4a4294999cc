-- a node
/* Which equivalence classes has a node, told apart by the codes of their labels? */
/* Reads the frequency set. */
/* One row: a class of P with its codes, its rows of P and of T. */
SELECT
  `q0_level_1`,
  `q1_level_0`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `frequency_set`
GROUP BY
  `q0_level_1`,
  `q1_level_0`;

-- total suppression
/* Which equivalence classes has a node, told apart by the codes of their labels? */
/* Reads the frequency set. */
/* One row: a class of P with its codes, its rows of P and of T. */
SELECT
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `frequency_set`;
