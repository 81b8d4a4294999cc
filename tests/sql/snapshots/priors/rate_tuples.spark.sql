-- rates by another column
/* How many people of P have each tuple of quasi-identifiers and each rate? */
/* Reads the numbered rates, and the tuples, or P if rates depend on other columns. */
/* One row: a tuple and the number of a rate, NULL if the prior gives it none, with its people of P. */
SELECT
  `counted`.`q0`,
  `prior_rates`.`rate_number` AS `rate_number`,
  CAST(SUM(`counted`.`public_count`) AS BIGINT) AS `public_count`
FROM (
  SELECT
    `public_table`.`town` AS `q0`,
    `public_table`.`health` AS `key_0`,
    COUNT(*) AS `public_count`
  FROM `public_table`
  GROUP BY
    `public_table`.`town`,
    `public_table`.`health`
) AS `counted`
LEFT JOIN `prior_rates`
  ON `counted`.`key_0` IS NOT DISTINCT FROM `prior_rates`.`key_0`
GROUP BY
  `counted`.`q0`,
  `prior_rates`.`rate_number`;

-- rates by town
/* How many people of P have each tuple of quasi-identifiers and each rate? */
/* Reads the numbered rates, and the tuples, or P if rates depend on other columns. */
/* One row: a tuple and the number of a rate, NULL if the prior gives it none, with its people of P. */
SELECT
  `counted`.`q0`,
  `prior_rates`.`rate_number` AS `rate_number`,
  CAST(SUM(`counted`.`public_count`) AS BIGINT) AS `public_count`
FROM `tuples` AS `counted`
LEFT JOIN `prior_rates`
  ON CAST(`counted`.`q0` AS STRING) IS NOT DISTINCT FROM `prior_rates`.`key_0`
GROUP BY
  `counted`.`q0`,
  `prior_rates`.`rate_number`;

-- rates in P
/* How many people of P have each tuple of quasi-identifiers and each rate? */
/* Reads the numbered rates, and the tuples, or P if rates depend on other columns. */
/* One row: a tuple and the number of a rate, NULL if the prior gives it none, with its people of P. */
SELECT
  `counted`.`q0`,
  `prior_rates`.`rate_number` AS `rate_number`,
  CAST(SUM(`counted`.`public_count`) AS BIGINT) AS `public_count`
FROM (
  SELECT
    `public_table`.`town` AS `q0`,
    `public_table`.`chance` AS `key_0`,
    COUNT(*) AS `public_count`
  FROM `public_table`
  GROUP BY
    `public_table`.`town`,
    `public_table`.`chance`
) AS `counted`
LEFT JOIN `prior_rates`
  ON `counted`.`key_0` IS NOT DISTINCT FROM `prior_rates`.`key_0`
GROUP BY
  `counted`.`q0`,
  `prior_rates`.`rate_number`;
