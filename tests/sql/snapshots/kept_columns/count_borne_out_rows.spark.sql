-- a pair
/* In how many rows of T has a kept column the value that a column of P has in an equal row? */
/* Reads the rows of T once, and public_table once: on DuckDB and Postgres, what is named here is kept while it is read. A key is a quasi-identifier as text, and empty for NULL. */
/* One row: the rows of T with a value and an equal row in P, those of them that have one with this value, too, and, times the rows of P, as many as would by chance at most; and the rows of P. */
WITH `compared_people` AS (
  SELECT
    *
  FROM (
    SELECT
      COALESCE('=' || CAST(`public_table`.`age` AS STRING), '') AS `key_0`,
      COALESCE('=' || `public_table`.`town`, '') AS `key_1`,
      CASE
        WHEN CAST(`public_table`.`born` AS TIMESTAMP_NTZ) = CAST(CAST(`public_table`.`born` AS DATE) AS TIMESTAMP_NTZ)
        THEN CAST(CAST(`public_table`.`born` AS DATE) AS STRING)
        ELSE CAST(`public_table`.`born` AS STRING)
      END AS `found_value`
    FROM `public_table`
  ) AS `people`
), `some_rows` AS (
  SELECT
    `key_0`,
    `key_1`,
    `found_value`,
    COUNT(*) AS `private_rows`
  FROM (
    SELECT
      COALESCE('=' || CAST(`private_table`.`age` AS STRING), '') AS `key_0`,
      COALESCE('=' || `private_table`.`town`, '') AS `key_1`,
      CAST(`private_table`.`lab` AS STRING) AS `found_value`
    FROM `private_table`
    WHERE
      NOT `private_table`.`lab` IS NULL
  ) AS `rows_of_t`
  GROUP BY
    `key_0`,
    `key_1`,
    `found_value`
  ORDER BY
    `key_0` NULLS LAST,
    `key_1` NULLS LAST,
    `found_value` NULLS LAST
  LIMIT 1000
), `keys_of_rows` AS (
  SELECT DISTINCT
    `key_0`,
    `key_1`
  FROM `some_rows`
), `beside` AS (
  SELECT
    `keys_of_rows`.`key_0`,
    `keys_of_rows`.`key_1`,
    `compared_people`.`found_value`,
    COUNT(*) AS `public_rows`
  FROM `compared_people`
  JOIN `keys_of_rows`
    ON `compared_people`.`key_0` = `keys_of_rows`.`key_0`
    AND `compared_people`.`key_1` = `keys_of_rows`.`key_1`
  GROUP BY
    `keys_of_rows`.`key_0`,
    `keys_of_rows`.`key_1`,
    `compared_people`.`found_value`
), `equal` AS (
  SELECT
    `key_0`,
    `key_1`,
    SUM(`public_rows`) AS `equal_people`
  FROM `beside`
  GROUP BY
    `key_0`,
    `key_1`
), `by_value` AS (
  SELECT
    `found_value`,
    COUNT(*) AS `people_with_value`
  FROM `compared_people`
  WHERE
    `found_value` IN (
      SELECT
        `found_value`
      FROM `some_rows`
    )
  GROUP BY
    `found_value`
), `all_people` AS (
  SELECT
    COUNT(*) AS `people`
  FROM `compared_people`
), `counted` AS (
  SELECT
    `some_rows`.`private_rows`,
    CASE WHEN `beside`.`public_rows` > 0 THEN `some_rows`.`private_rows` ELSE 0 END AS `borne_out_rows`,
    `all_people`.`people`,
    CASE
      WHEN `by_value`.`people_with_value` IS NULL
      THEN 0
      WHEN `equal`.`equal_people` * `by_value`.`people_with_value` < `all_people`.`people`
      THEN `equal`.`equal_people` * `by_value`.`people_with_value`
      ELSE `all_people`.`people`
    END AS `people_by_chance`
  FROM `some_rows`
  JOIN `equal`
    ON `some_rows`.`key_0` = `equal`.`key_0` AND `some_rows`.`key_1` = `equal`.`key_1`
  LEFT JOIN `beside`
    ON `some_rows`.`key_0` = `beside`.`key_0`
    AND `some_rows`.`key_1` = `beside`.`key_1`
    AND `some_rows`.`found_value` = `beside`.`found_value`
  LEFT JOIN `by_value`
    ON `some_rows`.`found_value` = `by_value`.`found_value`
  CROSS JOIN `all_people`
)
SELECT
  COALESCE(SUM(`private_rows`), 0) AS `equal_rows`,
  COALESCE(SUM(`borne_out_rows`), 0) AS `borne_out_rows`,
  COALESCE(SUM(`private_rows` * `people_by_chance`), 0) AS `rows_by_chance`,
  COALESCE(MAX(`people`), 0) AS `people`
FROM `counted`;
