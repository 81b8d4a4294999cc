-- T is a table
/* How many rows of T has each tuple of quasi-identifiers with each value of a sensitive column? */
/* Reads the rows of T once. */
/* One row: a tuple of texts and a sensitive value as text, NULL being a value, with its rows of T and what sorts it as its type does. */
SELECT
  CAST(`private_rows`.`town` AS STRING) AS `q0`,
  CAST(`private_rows`.`born` AS STRING) AS `q1`,
  CAST(`private_rows`.`lab` AS STRING) AS `value`,
  COUNT(*) AS `row_count`
FROM (
  SELECT
    `private_table`.`town` AS `town`,
    `private_table`.`born` AS `born`,
    `private_table`.`lab`
  FROM `private_table`
) AS `private_rows`
GROUP BY
  CAST(`private_rows`.`town` AS STRING),
  CAST(`private_rows`.`born` AS STRING),
  CAST(`private_rows`.`lab` AS STRING);

-- what sorts the values beside
/* How many rows of T has each tuple of quasi-identifiers with each value of a sensitive column? */
/* Reads the rows of T once. */
/* One row: a tuple of texts and a sensitive value as text, NULL being a value, with its rows of T and what sorts it as its type does. */
SELECT
  CAST(`private_rows`.`town` AS STRING) AS `q0`,
  CAST(`private_rows`.`born` AS STRING) AS `q1`,
  CAST(`private_rows`.`lab` AS STRING) AS `value`,
  MIN(`private_rows`.`lab`) AS `sort_value`,
  COUNT(*) AS `row_count`
FROM (
  SELECT
    `private_table`.`town` AS `town`,
    `private_table`.`born` AS `born`,
    `private_table`.`lab`
  FROM `private_table`
) AS `private_rows`
GROUP BY
  CAST(`private_rows`.`town` AS STRING),
  CAST(`private_rows`.`born` AS STRING),
  CAST(`private_rows`.`lab` AS STRING);
