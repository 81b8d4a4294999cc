-- one of them the root
/* Which people of P share their class in each of several nodes? */
/* Reads the frequency set. */
/* One row: an atom of P with its people, its rows of T, and the number of its class in each node. */
SELECT
  `public_count`,
  `private_count`,
  DENSE_RANK() OVER (ORDER BY `q0_level_1` NULLS LAST, `q1_level_0` NULLS LAST) - 1 AS `node_0`,
  DENSE_RANK() OVER (ORDER BY `q0_level_0` NULLS LAST) - 1 AS `node_1`,
  0 AS `node_2`
FROM (
  SELECT
    `q0_level_1`,
    `q1_level_0`,
    `q0_level_0`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `frequency_set`
  GROUP BY
    `q0_level_1`,
    `q1_level_0`,
    `q0_level_0`
) AS `atoms`
LIMIT 200001;

-- two nodes, neither above the other
/* Which people of P share their class in each of several nodes? */
/* Reads the frequency set. */
/* One row: an atom of P with its people, its rows of T, and the number of its class in each node. */
SELECT
  `public_count`,
  `private_count`,
  DENSE_RANK() OVER (ORDER BY `q0_level_1` NULLS LAST, `q1_level_0` NULLS LAST) - 1 AS `node_0`,
  DENSE_RANK() OVER (ORDER BY `q0_level_0` NULLS LAST) - 1 AS `node_1`
FROM (
  SELECT
    `q0_level_1`,
    `q1_level_0`,
    `q0_level_0`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `frequency_set`
  GROUP BY
    `q0_level_1`,
    `q1_level_0`,
    `q0_level_0`
) AS `atoms`
LIMIT 200001;
