-- rows repeat
/* Are the rows of the release sorted by its columns, the first one first and NULL last? */
/* Reads the release in the order of its file, as verify_order does; for a release whose rows repeat. */
/* One row: the number of distinct rows that lie apart, or belong before the one above them. */
SELECT
  COUNT(*) AS `misplaced_rows`
FROM (
  SELECT
    `c0`,
    LAG(`c0`) OVER (ORDER BY `first_row` NULLS LAST) AS `a0`,
    `last_row` - `first_row` + 1 <> `row_count` AS `lies_apart`,
    ROW_NUMBER() OVER (ORDER BY `first_row` NULLS LAST) AS `position`
  FROM (
    SELECT
      `c0`,
      MIN(`place`) AS `first_row`,
      MAX(`place`) AS `last_row`,
      COUNT(*) AS `row_count`
    FROM (
      SELECT
        `release`.`town` AS `c0`,
        ROW_NUMBER() OVER () AS `place`
      FROM `release`
    ) AS `numbered`
    GROUP BY
      `c0`
  ) AS `runs`
) AS `neighbours`
WHERE
  `lies_apart`
  OR `position` > 1
  AND CASE
    WHEN `a0` IS NULL AND NOT `c0` IS NULL
    THEN TRUE
    WHEN `c0` IS NULL AND NOT `a0` IS NULL
    THEN FALSE
    WHEN `c0` < `a0`
    THEN TRUE
    WHEN `c0` > `a0`
    THEN FALSE
    ELSE FALSE
  END;
