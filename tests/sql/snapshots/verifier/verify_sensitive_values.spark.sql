-- one column
/* Which values does a sensitive column of the release hold? */
/* Reads the release once. */
/* One row: a value as text, NULL being one, with a number and its rows. */
SELECT
  `value`,
  ROW_NUMBER() OVER (ORDER BY `value` NULLS LAST) AS `number`,
  `row_count`
FROM (
  SELECT
    CAST(`release`.`lab` AS STRING) AS `value`,
    COUNT(*) AS `row_count`
  FROM `release`
  GROUP BY
    CAST(`release`.`lab` AS STRING)
) AS `counted`;
