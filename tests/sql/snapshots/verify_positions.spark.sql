-- boxes, formulas quoted
/* Where do the values of one quasi-identifier stand in the order that the verifier found? */
/* Reads the values of P and the positions of their texts. */
/* One row: a value of P with its text and how many values come before it. */
SELECT
  `verified_values`.`value`,
  `verified_values`.`leaf`,
  CAST(`given_positions`.`position` AS INT) AS `position`
FROM `verified_values`
JOIN `given_positions`
  ON `verified_values`.`leaf` IS NOT DISTINCT FROM `given_positions`.`leaf`;
