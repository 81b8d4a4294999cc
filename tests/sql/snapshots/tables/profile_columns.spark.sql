-- two columns
/* What kinds of values do columns of a public table have? */
/* Reads public_table once per column; each distinct value is looked at once, and counts as often as it is there. */
/* One row: a column with its rows, its values, how many read as numbers, dates and codes, their lengths, and their ranges. */
SELECT
  `column_number`,
  COALESCE(SUM(`value_rows`), 0) AS `all_rows`,
  COALESCE(SUM(CASE WHEN NOT `found_text` IS NULL THEN `value_rows` ELSE 0 END), 0) AS `present_rows`,
  COUNT(`found_text`) AS `distinct_values`,
  COALESCE(SUM(CASE WHEN NOT `found_number` IS NULL THEN `value_rows` ELSE 0 END), 0) AS `number_rows`,
  COALESCE(SUM(CASE WHEN `is_date` THEN `value_rows` ELSE 0 END), 0) AS `date_rows`,
  COALESCE(SUM(CASE WHEN `is_code` THEN `value_rows` ELSE 0 END), 0) AS `code_rows`,
  COALESCE(SUM(CASE WHEN `is_padded` THEN `value_rows` ELSE 0 END), 0) AS `padded_rows`,
  COALESCE(MIN(`value_length`), 0) AS `shortest`,
  COALESCE(MAX(`value_length`), 0) AS `longest`,
  MIN(`found_number`) AS `least`,
  MAX(`found_number`) AS `greatest`,
  MIN(CASE WHEN `is_date` THEN SUBSTRING(`found_text`, 1, 10) END) AS `first_day`,
  MAX(CASE WHEN `is_date` THEN SUBSTRING(`found_text`, 1, 10) END) AS `last_day`,
  COALESCE(SUM(CASE WHEN `has_comma` THEN `value_rows` ELSE 0 END), 0) AS `comma_rows`,
  COALESCE(SUM(CASE WHEN LOWER(`found_text`) = 'nan' THEN `value_rows` ELSE 0 END), 0) AS `nan_rows`,
  COALESCE(SUM(CASE WHEN TRIM(`found_text`) = '' THEN `value_rows` ELSE 0 END), 0) AS `blank_rows`
FROM (
  SELECT
    `column_number`,
    `found_text`,
    `value_rows`,
    LENGTH(`found_text`) AS `value_length`,
    CASE
      WHEN `found_text` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN TRY_CAST(`found_text` AS DOUBLE)
    END AS `found_number`,
    `found_text` LIKE '____-__-__%'
    AND `found_text` RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$' AS `is_date`,
    `found_text` RLIKE '^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$' AS `is_code`,
    `found_text` LIKE '0%' AND `found_text` RLIKE '^0[0-9]+$' AS `is_padded`,
    `found_text` LIKE '%,%' AND `found_text` RLIKE '^-?[0-9]+,[0-9]+$' AS `has_comma`
  FROM (
    SELECT
      0 AS `column_number`,
      `found_text`,
      COUNT(*) AS `value_rows`
    FROM (
      SELECT
        CAST(`town` AS STRING) AS `found_text`
      FROM `public_table`
    ) AS `texts`
    GROUP BY
      `found_text`
    UNION ALL
    SELECT
      1 AS `column_number`,
      `found_text`,
      COUNT(*) AS `value_rows`
    FROM (
      SELECT
        CAST(`born` AS STRING) AS `found_text`
      FROM `public_table`
    ) AS `texts`
    GROUP BY
      `found_text`
  ) AS `listed`
) AS `counted`
GROUP BY
  `column_number`;
