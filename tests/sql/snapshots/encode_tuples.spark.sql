-- heights 2 and 1
/* The frequency set: the distinct tuples with every level of every quasi-identifier as a code. */
/* Reads tuples and the leaves of each quasi-identifier. */
/* One row: a tuple with its codes below the root, and its rows of P and of T. */
SELECT
  `leaves_0`.`code_0` AS `q0_level_0`,
  `leaves_0`.`code_1` AS `q0_level_1`,
  `leaves_1`.`code_0` AS `q1_level_0`,
  `tuples`.`public_count`,
  `tuples`.`private_count`
FROM `tuples`
JOIN `leaves_0`
  ON `tuples`.`q0` IS NOT DISTINCT FROM `leaves_0`.`value`
JOIN `leaves_1`
  ON `tuples`.`q1` IS NOT DISTINCT FROM `leaves_1`.`value`;
