-- rates by another column
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of the prior, or P if a column of P has the rates. */
/* One row: a tuple with its rate, and the number of that rate among all distinct ones, ascending. */
SELECT
  `key_0`,
  `rate`,
  CAST(DENSE_RANK() OVER (ORDER BY `rate` NULLS LAST) - 1 AS INT) AS `rate_number`
FROM (
  SELECT DISTINCT
    `table_of_rates`.`health` AS `key_0`,
    CASE
      WHEN `table_of_rates`.`rate` RLIKE '[eE]'
      THEN CAST(CAST(`table_of_rates`.`rate` AS DOUBLE) AS DECIMAL(38, 18))
      ELSE CAST(`table_of_rates`.`rate` AS DECIMAL(38, 18))
    END AS `rate`
  FROM `table_of_rates`
) AS `listed`;

-- rates by town
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of the prior, or P if a column of P has the rates. */
/* One row: a tuple with its rate, and the number of that rate among all distinct ones, ascending. */
SELECT
  `key_0`,
  `rate`,
  CAST(DENSE_RANK() OVER (ORDER BY `rate` NULLS LAST) - 1 AS INT) AS `rate_number`
FROM (
  SELECT DISTINCT
    `table_of_rates`.`town` AS `key_0`,
    CASE
      WHEN `table_of_rates`.`rate` RLIKE '[eE]'
      THEN CAST(CAST(`table_of_rates`.`rate` AS DOUBLE) AS DECIMAL(38, 18))
      ELSE CAST(`table_of_rates`.`rate` AS DECIMAL(38, 18))
    END AS `rate`
  FROM `table_of_rates`
) AS `listed`;

-- rates in P
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of the prior, or P if a column of P has the rates. */
/* One row: a tuple with its rate, and the number of that rate among all distinct ones, ascending. */
SELECT
  `key_0`,
  `rate`,
  CAST(DENSE_RANK() OVER (ORDER BY `rate` NULLS LAST) - 1 AS INT) AS `rate_number`
FROM (
  SELECT DISTINCT
    `public_table`.`chance` AS `key_0`,
    CASE
      WHEN `public_table`.`chance` RLIKE '[eE]'
      THEN CAST(CAST(`public_table`.`chance` AS DOUBLE) AS DECIMAL(38, 18))
      ELSE CAST(`public_table`.`chance` AS DECIMAL(38, 18))
    END AS `rate`
  FROM `public_table`
) AS `listed`;
