-- boxes, formulas quoted
/* Where do the tuples lie, in the orders that the verifier found? */
/* Reads verified_tuples and the positions of the values; a tuple of T with a value that P has not is left out. */
/* One row: a numbered tuple by its positions, with its rows of P and of T. */
SELECT
  ROW_NUMBER() OVER () AS `spot`,
  `positions_0`.`position` AS `x0`,
  `positions_1`.`position` AS `x1`,
  `verified_tuples`.`public_count`,
  `verified_tuples`.`private_count`
FROM `verified_tuples`
JOIN `positions_0`
  ON `verified_tuples`.`v0` IS NOT DISTINCT FROM `positions_0`.`value`
JOIN `positions_1`
  ON `verified_tuples`.`v1` IS NOT DISTINCT FROM `positions_1`.`value`;
