-- boxes, formulas quoted
/* Where do the tuples lie, as far as the released boxes tell them apart? */
/* Reads verified_tuples and the intervals of the values; a tuple of T with a value that P has not is left out. */
/* One row: a numbered spot, which is an interval per quasi-identifier, with its rows of P and of T. */
SELECT
  ROW_NUMBER() OVER () AS `spot`,
  `intervals_0`.`position` AS `x0`,
  `intervals_1`.`position` AS `x1`,
  CAST(SUM(`verified_tuples`.`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`verified_tuples`.`private_count`) AS BIGINT) AS `private_count`
FROM `verified_tuples`
JOIN `intervals_0`
  ON `verified_tuples`.`v0` IS NOT DISTINCT FROM `intervals_0`.`value`
JOIN `intervals_1`
  ON `verified_tuples`.`v1` IS NOT DISTINCT FROM `intervals_1`.`value`
GROUP BY
  `intervals_0`.`position`,
  `intervals_1`.`position`;
