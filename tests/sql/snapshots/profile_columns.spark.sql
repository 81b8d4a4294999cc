-- two columns
/* What kinds of values do columns of a public table have? */
/* Reads public_table once per column. */
/* One row: a column with its rows, its values, how many read as numbers, dates and codes, their lengths and range. */
SELECT
  0 AS `column_number`,
  COUNT(*) AS `all_rows`,
  COUNT(CAST(`town` AS STRING)) AS `present_rows`,
  COUNT(DISTINCT CAST(`town` AS STRING)) AS `distinct_values`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`town` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `number_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`town` AS STRING) RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `date_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`town` AS STRING) RLIKE '^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `code_rows`,
  COALESCE(MIN(LENGTH(CAST(`town` AS STRING))), 0) AS `shortest`,
  COALESCE(MAX(LENGTH(CAST(`town` AS STRING))), 0) AS `longest`,
  MIN(
    CASE
      WHEN CAST(`town` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN TRY_CAST(CAST(`town` AS STRING) AS DOUBLE)
    END
  ) AS `least`,
  MAX(
    CASE
      WHEN CAST(`town` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN TRY_CAST(CAST(`town` AS STRING) AS DOUBLE)
    END
  ) AS `greatest`
FROM `public_table`
UNION ALL
SELECT
  1 AS `column_number`,
  COUNT(*) AS `all_rows`,
  COUNT(CAST(`born` AS STRING)) AS `present_rows`,
  COUNT(DISTINCT CAST(`born` AS STRING)) AS `distinct_values`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`born` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `number_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`born` AS STRING) RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `date_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN CAST(`born` AS STRING) RLIKE '^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS `code_rows`,
  COALESCE(MIN(LENGTH(CAST(`born` AS STRING))), 0) AS `shortest`,
  COALESCE(MAX(LENGTH(CAST(`born` AS STRING))), 0) AS `longest`,
  MIN(
    CASE
      WHEN CAST(`born` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN TRY_CAST(CAST(`born` AS STRING) AS DOUBLE)
    END
  ) AS `least`,
  MAX(
    CASE
      WHEN CAST(`born` AS STRING) RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN TRY_CAST(CAST(`born` AS STRING) AS DOUBLE)
    END
  ) AS `greatest`
FROM `public_table`;
