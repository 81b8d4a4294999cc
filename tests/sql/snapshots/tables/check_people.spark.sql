-- floats
/* Does each row state how many people it stands for? */
/* Reads the table once. */
/* One row: rows without a count, rows whose count is not allowed, and the people of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `private_table`.`cases` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `private_table`.`cases` IS NULL
        OR CASE
          WHEN `private_table`.`cases` BETWEEN 0 AND 1000000000000
          THEN `private_table`.`cases` = CAST(`private_table`.`cases` AS BIGINT)
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
          WHEN `private_table`.`cases` BETWEEN 0 AND 1000000000000
          THEN `private_table`.`cases` = CAST(`private_table`.`cases` AS BIGINT)
          ELSE FALSE
        END
        THEN CAST(CAST(`private_table`.`cases` AS BIGINT) AS DECIMAL(18, 0))
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 0)) AS `people`
FROM `private_table`;

-- of a script
/* Does each row state how many people it stands for? */
/* Reads the table once. */
/* One row: rows without a count, rows whose count is not allowed, and the people of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `public_table`.`people` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `public_table`.`people` IS NULL
        OR CASE
          WHEN CAST(`public_table`.`people` AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
          THEN CAST(`public_table`.`people` AS DECIMAL(38, 9)) = CAST(CAST(`public_table`.`people` AS DECIMAL(38, 9)) AS BIGINT)
          AND (
            CAST(`public_table`.`people` AS DOUBLE) = CAST(CAST(`public_table`.`people` AS DECIMAL(38, 9)) AS DOUBLE)
            AND NOT CAST(`public_table`.`people` AS STRING) RLIKE '[.][0-9]*[1-9][0-9]*$'
          )
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
          WHEN CAST(`public_table`.`people` AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
          THEN CAST(`public_table`.`people` AS DECIMAL(38, 9)) = CAST(CAST(`public_table`.`people` AS DECIMAL(38, 9)) AS BIGINT)
          AND (
            CAST(`public_table`.`people` AS DOUBLE) = CAST(CAST(`public_table`.`people` AS DECIMAL(38, 9)) AS DOUBLE)
            AND NOT CAST(`public_table`.`people` AS STRING) RLIKE '[.][0-9]*[1-9][0-9]*$'
          )
          ELSE FALSE
        END
        THEN CAST(CAST(CAST(`public_table`.`people` AS DECIMAL(38, 9)) AS BIGINT) AS DECIMAL(18, 0))
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 0)) AS `people`
FROM `public_table`;

-- texts
/* Does each row state how many people it stands for? */
/* Reads the table once. */
/* One row: rows without a count, rows whose count is not allowed, and the people of all others. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN `counted_file`.`people` IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS `empty_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `counted_file`.`people` IS NULL
        OR CASE
          WHEN `counted_file`.`people` RLIKE '^0{0,6}[0-9]{1,13}([.]0{1,2})?$'
          THEN CAST(`counted_file`.`people` AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
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
          WHEN `counted_file`.`people` RLIKE '^0{0,6}[0-9]{1,13}([.]0{1,2})?$'
          THEN CAST(`counted_file`.`people` AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
          ELSE FALSE
        END
        THEN CAST(CAST(CAST(`counted_file`.`people` AS DECIMAL(38, 9)) AS BIGINT) AS DECIMAL(18, 0))
        ELSE 0
      END
    ),
    0
  ) AS DECIMAL(38, 0)) AS `people`
FROM `counted_file`;
