-- T of its own
/* How many people of P and of T have each value of a column, before there is a job? */
/* Reads public_table (P), and the rows of T. */
/* One row: a value as text, NULL being one, with its people of P and of T. */
SELECT
  `value`,
  CAST(SUM(`public_people`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_people`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    CAST(`public_table`.`town` AS STRING) AS `value`,
    1 AS `public_people`,
    0 AS `private_people`
  FROM `public_table`
  UNION ALL
  SELECT
    `value`,
    0 AS `public_people`,
    `private_people`
  FROM (
    SELECT
      CAST(`private_table`.`town` AS STRING) AS `value`,
      1 AS `private_people`
    FROM `private_table`
  ) AS `rows_of_t`
) AS `both_tables`
GROUP BY
  `value`;

-- by key
/* How many people of P and of T have each value of a column, before there is a job? */
/* Reads public_table (P), and the rows of T. */
/* One row: a value as text, NULL being one, with its people of P and of T. */
SELECT
  `value`,
  CAST(SUM(`public_people`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_people`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    CAST(`public_table`.`town` AS STRING) AS `value`,
    1 AS `public_people`,
    0 AS `private_people`
  FROM `public_table`
  UNION ALL
  SELECT
    `value`,
    0 AS `public_people`,
    `private_people`
  FROM (
    SELECT
      CAST(`public_table`.`town` AS STRING) AS `value`,
      1 AS `private_people`
    FROM `public_table`
    JOIN `private_table`
      ON `public_table`.`id` = `private_table`.`id`
  ) AS `rows_of_t`
) AS `both_tables`
GROUP BY
  `value`;
