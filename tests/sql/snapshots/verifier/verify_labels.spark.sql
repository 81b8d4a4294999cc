-- T is a table
/* The values of one quasi-identifier with the labels that the verifier gave their texts. */
/* Reads the values and the labels. */
/* One row: a value of P with its text, its label, and a number per label. */
SELECT
  `verified_values`.`value`,
  `verified_values`.`leaf`,
  `given_labels`.`label`,
  DENSE_RANK() OVER (ORDER BY `given_labels`.`label` NULLS LAST) AS `number`
FROM `verified_values`
JOIN `given_labels`
  ON `verified_values`.`leaf` IS NOT DISTINCT FROM `given_labels`.`leaf`;
