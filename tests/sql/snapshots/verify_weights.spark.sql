-- P is known from a sample
/* How many people has the sample, and how much do their weights say? */
/* Reads the sample once. */
/* One row: its people, the sum of their weights, and of the squares of these. */
SELECT
  COUNT(*) AS `sampled`,
  SUM(CAST(CAST(`verified_sample`.`weight` AS DOUBLE) AS DECIMAL(38, 12))) AS `total`,
  SUM(
    CAST(CAST(CAST(`verified_sample`.`weight` AS DOUBLE) AS DECIMAL(38, 12)) AS DOUBLE) * CAST(CAST(CAST(`verified_sample`.`weight` AS DOUBLE) AS DECIMAL(38, 12)) AS DOUBLE)
  ) AS `squares`
FROM `verified_sample`;
