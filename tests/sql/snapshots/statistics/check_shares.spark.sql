-- P is known from tables
/* Do the shares of a table of statistics sum to 1? */
/* Reads the table once. */
/* One row: rows without a share, rows whose share is not between 0 and 1, and the sum of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `statistics_1`.`part` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `statistics_1`.`part` IS NULL
        OR CASE
          WHEN `statistics_1`.`part` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`statistics_1`.`part` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS BIGINT) AS `strange_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CASE
          WHEN `statistics_1`.`part` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`statistics_1`.`part` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN CASE
          WHEN `statistics_1`.`part` RLIKE '[eE]'
          THEN CAST(CAST(`statistics_1`.`part` AS DOUBLE) AS DECIMAL(38, 18))
          ELSE CAST(`statistics_1`.`part` AS DECIMAL(38, 18))
        END
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 18)) AS `total`
FROM `statistics_1`;

-- rates by town
/* Do the shares of a table of statistics sum to 1? */
/* Reads the table once. */
/* One row: rows without a share, rows whose share is not between 0 and 1, and the sum of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `table_of_rates`.`rate` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `table_of_rates`.`rate` IS NULL
        OR CASE
          WHEN `table_of_rates`.`rate` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`table_of_rates`.`rate` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS BIGINT) AS `strange_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CASE
          WHEN `table_of_rates`.`rate` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`table_of_rates`.`rate` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN CAST(0 AS DECIMAL(38, 18))
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 18)) AS `total`
FROM `table_of_rates`;

-- rates in P
/* Do the shares of a table of statistics sum to 1? */
/* Reads the table once. */
/* One row: rows without a share, rows whose share is not between 0 and 1, and the sum of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `public_table`.`chance` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `public_table`.`chance` IS NULL
        OR CASE
          WHEN `public_table`.`chance` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`public_table`.`chance` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS BIGINT) AS `strange_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CASE
          WHEN `public_table`.`chance` RLIKE '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          THEN CAST(`public_table`.`chance` AS DOUBLE) BETWEEN 0 AND 1
          ELSE FALSE
        END
        THEN CAST(0 AS DECIMAL(38, 18))
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 18)) AS `total`
FROM `public_table`;
