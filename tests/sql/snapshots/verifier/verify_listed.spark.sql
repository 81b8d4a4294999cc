-- P is known from a sample
/* What does a table say of each tuple of texts, in an order in which it can be fetched in parts? */
/* Reads T, or a table of statistics. */
/* One row: a tuple of texts, with the sum of its people or shares and its position. */
SELECT
  `t0`,
  `measure`,
  ROW_NUMBER() OVER (ORDER BY `t0` NULLS LAST) - 1 AS `position`
FROM (
  SELECT
    `verified_sample`.`town` AS `t0`,
    SUM(
      CASE
        WHEN `verified_sample`.`weight` RLIKE '[eE]'
        THEN CAST(CAST(`verified_sample`.`weight` AS DOUBLE) AS DECIMAL(38, 12))
        ELSE CAST(`verified_sample`.`weight` AS DECIMAL(38, 12))
      END
    ) AS `measure`
  FROM `verified_sample`
  GROUP BY
    `verified_sample`.`town`
) AS `tuples_of_texts`;

-- P is known from tables
/* What does a table say of each tuple of texts, in an order in which it can be fetched in parts? */
/* Reads T, or a table of statistics. */
/* One row: a tuple of texts, with the sum of its people or shares and its position. */
SELECT
  `t0`,
  `t1`,
  `measure`,
  ROW_NUMBER() OVER (ORDER BY `t0` NULLS LAST, `t1` NULLS LAST) - 1 AS `position`
FROM (
  SELECT
    `public_table`.`town` AS `t0`,
    `public_table`.`born` AS `t1`,
    COUNT(*) AS `measure`
  FROM `public_table`
  GROUP BY
    `public_table`.`town`,
    `public_table`.`born`
) AS `tuples_of_texts`;

-- people climb where P is known from tables
/* What does a table say of each tuple of texts, in an order in which it can be fetched in parts? */
/* Reads T, or a table of statistics. */
/* One row: a tuple of texts, with the sum of its people or shares and its position. */
SELECT
  `t0`,
  `measure`,
  ROW_NUMBER() OVER (ORDER BY `t0` NULLS LAST) - 1 AS `position`
FROM (
  SELECT
    `verified_statistics_0`.`town` AS `t0`,
    CAST(SUM(CAST(CAST(`verified_statistics_0`.`people` AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS `measure`
  FROM `verified_statistics_0`
  GROUP BY
    `verified_statistics_0`.`town`
) AS `tuples_of_texts`;
