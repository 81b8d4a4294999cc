-- a column, and times
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: rows that differ at all, and in each column; of another time, both, and of no known time. */
SELECT
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            `public_table`.`age` IS NULL AND `private_table`.`Age` IS NULL
          )
          OR CAST(`public_table`.`age` AS STRING) = CAST(`private_table`.`Age` AS STRING)
          OR CAST(`public_table`.`age` AS DOUBLE) = CASE
            WHEN `private_table`.`Age` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`Age` AS DOUBLE)
          END
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            `public_table`.`age` IS NULL AND `private_table`.`Age` IS NULL
          )
          OR CAST(`public_table`.`age` AS STRING) = CAST(`private_table`.`Age` AS STRING)
          OR CAST(`public_table`.`age` AS DOUBLE) = CASE
            WHEN `private_table`.`Age` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`Age` AS DOUBLE)
          END
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_0`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          CAST(`public_table`.`year` AS STRING) = CAST(`private_table`.`year` AS STRING)
          OR CAST(`public_table`.`year` AS DOUBLE) = CASE
            WHEN `private_table`.`year` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`year` AS DOUBLE)
          END
        )
        AND CAST(`public_table`.`day` AS DATE) = CAST(`private_table`.`day` AS DATE)
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `other_time_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          CAST(`public_table`.`year` AS STRING) = CAST(`private_table`.`year` AS STRING)
          OR CAST(`public_table`.`year` AS DOUBLE) = CASE
            WHEN `private_table`.`year` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`year` AS DOUBLE)
          END
        )
        AND CAST(`public_table`.`day` AS DATE) = CAST(`private_table`.`day` AS DATE)
        THEN 0
        WHEN (
          (
            `public_table`.`age` IS NULL AND `private_table`.`Age` IS NULL
          )
          OR CAST(`public_table`.`age` AS STRING) = CAST(`private_table`.`Age` AS STRING)
          OR CAST(`public_table`.`age` AS DOUBLE) = CASE
            WHEN `private_table`.`Age` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`Age` AS DOUBLE)
          END
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_of_other_time`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            CAST(`public_table`.`year` AS STRING) RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
            AND CAST(`private_table`.`year` AS STRING) RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
          )
          OR (
            (
              NOT CAST(`public_table`.`year` AS DOUBLE) IS NULL
            )
            AND (
              NOT CASE
                WHEN `private_table`.`year` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
                THEN TRY_CAST(`private_table`.`year` AS DOUBLE)
              END IS NULL
            )
          )
          OR CAST(`public_table`.`year` AS STRING) = CAST(`private_table`.`year` AS STRING)
        )
        AND (
          (
            NOT CAST(`public_table`.`day` AS DATE) IS NULL
          )
          AND (
            NOT CAST(`private_table`.`day` AS DATE) IS NULL
          )
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `untold_time_rows`
FROM `private_table`
JOIN `public_table`
  ON `private_table`.`id` = `public_table`.`id`;

-- two columns
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: rows that differ at all, and in each column; of another time, both, and of no known time. */
SELECT
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            `public_table`.`age` IS NULL AND `private_table`.`Age` IS NULL
          )
          OR CAST(`public_table`.`age` AS STRING) = CAST(`private_table`.`Age` AS STRING)
          OR CAST(`public_table`.`age` AS DOUBLE) = CASE
            WHEN `private_table`.`Age` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`Age` AS DOUBLE)
          END
        )
        AND (
          (
            `public_table`.`town` IS NULL AND `private_table`.`town` IS NULL
          )
          OR CAST(`public_table`.`town` AS STRING) = CAST(`private_table`.`town` AS STRING)
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            `public_table`.`age` IS NULL AND `private_table`.`Age` IS NULL
          )
          OR CAST(`public_table`.`age` AS STRING) = CAST(`private_table`.`Age` AS STRING)
          OR CAST(`public_table`.`age` AS DOUBLE) = CASE
            WHEN `private_table`.`Age` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
            THEN TRY_CAST(`private_table`.`Age` AS DOUBLE)
          END
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_0`,
  COALESCE(
    SUM(
      CASE
        WHEN (
          (
            `public_table`.`town` IS NULL AND `private_table`.`town` IS NULL
          )
          OR CAST(`public_table`.`town` AS STRING) = CAST(`private_table`.`town` AS STRING)
        )
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS `differing_1`
FROM `private_table`
JOIN `public_table`
  ON `private_table`.`id` = `public_table`.`id`;
