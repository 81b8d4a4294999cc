-- a column
/* Do values of a column in T correspond to those of P, under the key? */
/* Reads private_table (T with a column of its own) and public_table (P), joined by the key. */
/* One row: rows with a value in both, distinct pairs of values, distinct values of P, and of T. */
SELECT
  COALESCE(SUM(`row_count`), 0) AS `row_count`,
  COUNT(*) AS `pair_count`,
  COUNT(DISTINCT `public_value`) AS `public_count`,
  COUNT(DISTINCT `private_value`) AS `private_count`
FROM (
  SELECT
    CAST(`public_table`.`age` AS STRING) AS `public_value`,
    CAST(`private_table`.`Age` AS STRING) AS `private_value`,
    COUNT(*) AS `row_count`
  FROM `private_table`
  JOIN `public_table`
    ON `private_table`.`id` = `public_table`.`id`
  WHERE
    NOT CAST(`public_table`.`age` AS STRING) IS NULL
    AND NOT CAST(`private_table`.`Age` AS STRING) IS NULL
  GROUP BY
    CAST(`public_table`.`age` AS STRING),
    CAST(`private_table`.`Age` AS STRING)
) AS `pairs`;
