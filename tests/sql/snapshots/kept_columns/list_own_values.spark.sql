-- a kept column
/* Which values of a kept column does one row of T have alone? */
/* Reads the rows of T: the kept column and the quasi-identifiers, as text. */
/* One row: such a value and the quasi-identifiers of its row; the first in order of values. */
SELECT
  `kept_value`,
  MIN(`value_0`) AS `value_0`,
  MIN(`value_1`) AS `value_1`
FROM (
  SELECT
    CAST(`private_table`.`lab` AS STRING) AS `kept_value`,
    CAST(`private_table`.`age` AS STRING) AS `value_0`,
    `private_table`.`town` AS `value_1`
  FROM `private_table`
) AS `rows_of_t`
WHERE
  NOT `kept_value` IS NULL
GROUP BY
  `kept_value`
HAVING
  COUNT(*) = 1
ORDER BY
  `kept_value` NULLS LAST
LIMIT 1000;
