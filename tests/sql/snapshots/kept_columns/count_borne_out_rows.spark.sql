-- a pair
/* In how many rows of T has a kept column the value that a column of P has in an equal row? */
/* Reads the rows of T twice, and public_table twice. */
/* One row: the rows with a value and an equal row in P by the quasi-identifiers, and those of them that have one with this value, too. */
WITH `by_tuple` AS (
  SELECT
    `value_0`,
    `value_1`,
    SUM(`private_rows`) AS `private_rows`,
    SUM(`public_rows`) AS `public_rows`
  FROM (
    SELECT
      CAST(`private_table`.`age` AS STRING) AS `value_0`,
      `private_table`.`town` AS `value_1`,
      CAST(`private_table`.`lab` AS STRING) AS `found_value`,
      1 AS `private_rows`,
      0 AS `public_rows`
    FROM `private_table`
    WHERE
      NOT `private_table`.`lab` IS NULL
    UNION ALL
    SELECT
      CAST(`public_table`.`age` AS STRING) AS `value_0`,
      `public_table`.`town` AS `value_1`,
      CAST(`public_table`.`sex` AS STRING) AS `found_value`,
      0 AS `private_rows`,
      1 AS `public_rows`
    FROM `public_table`
  ) AS `rows_of_both`
  GROUP BY
    `value_0`,
    `value_1`
), `by_value` AS (
  SELECT
    `value_0`,
    `value_1`,
    `found_value`,
    SUM(`private_rows`) AS `private_rows`,
    SUM(`public_rows`) AS `public_rows`
  FROM (
    SELECT
      CAST(`private_table`.`age` AS STRING) AS `value_0`,
      `private_table`.`town` AS `value_1`,
      CAST(`private_table`.`lab` AS STRING) AS `found_value`,
      1 AS `private_rows`,
      0 AS `public_rows`
    FROM `private_table`
    WHERE
      NOT `private_table`.`lab` IS NULL
    UNION ALL
    SELECT
      CAST(`public_table`.`age` AS STRING) AS `value_0`,
      `public_table`.`town` AS `value_1`,
      CAST(`public_table`.`sex` AS STRING) AS `found_value`,
      0 AS `private_rows`,
      1 AS `public_rows`
    FROM `public_table`
  ) AS `rows_of_both`
  GROUP BY
    `value_0`,
    `value_1`,
    `found_value`
), `equal` AS (
  SELECT
    COALESCE(SUM(`private_rows`), 0) AS `private_rows`
  FROM `by_tuple`
  WHERE
    `public_rows` > 0
), `borne_out` AS (
  SELECT
    COALESCE(SUM(`private_rows`), 0) AS `private_rows`
  FROM `by_value`
  WHERE
    `public_rows` > 0
)
SELECT
  `equal`.`private_rows` AS `equal_rows`,
  `borne_out`.`private_rows` AS `borne_out_rows`
FROM `equal`
CROSS JOIN `borne_out`;
