-- pairs of two columns
/* Do columns of the public table name people who have several rows each? */
/* Reads public_table. */
/* One row: their values with several rows; the fewest and the most rows of a value; then, of values with several rows, for each column asked how many differ in it, and for each time how many have one twice. */
SELECT
  COALESCE(SUM(`is_repeated`), 0) AS `value_count`,
  MIN(`row_count`) AS `fewest_rows`,
  MAX(`row_count`) AS `most_rows`
FROM (
  SELECT
    COUNT(*) AS `row_count`,
    CASE WHEN COUNT(*) > 1 THEN 1 ELSE 0 END AS `is_repeated`
  FROM `public_table`
  WHERE
    NOT `centre` IS NULL AND NOT `nr` IS NULL
  GROUP BY
    `centre`,
    `nr`
) AS `named`;

-- two columns, a time
/* Do columns of the public table name people who have several rows each? */
/* Reads public_table. */
/* One row: their values with several rows; the fewest and the most rows of a value; then, of values with several rows, for each column asked how many differ in it, and for each time how many have one twice. */
SELECT
  COALESCE(SUM(`is_repeated`), 0) AS `value_count`,
  MIN(`row_count`) AS `fewest_rows`,
  MAX(`row_count`) AS `most_rows`,
  COALESCE(SUM(`differs_1`), 0) AS `differing_1_count`,
  COALESCE(SUM(`differs_2`), 0) AS `differing_2_count`,
  COALESCE(SUM(`repeats_1`), 0) AS `repeating_1_count`
FROM (
  SELECT
    COUNT(*) AS `row_count`,
    CASE WHEN COUNT(*) > 1 THEN 1 ELSE 0 END AS `is_repeated`,
    CASE WHEN MIN(`sex`) <> MAX(`sex`) THEN 1 ELSE 0 END AS `differs_1`,
    CASE WHEN MIN(`town`) <> MAX(`town`) THEN 1 ELSE 0 END AS `differs_2`,
    CASE WHEN COUNT(DISTINCT `year`) < COUNT(*) THEN 1 ELSE 0 END AS `repeats_1`
  FROM `public_table`
  WHERE
    NOT `who` IS NULL
  GROUP BY
    `who`
) AS `named`;
