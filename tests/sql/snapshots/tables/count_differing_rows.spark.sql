-- two columns
/* How many rows of T have other values than the rows of P that their keys name? */
/* Reads private_table (T with columns of its own) and public_table (P), joined by the key. */
/* One row: the rows that differ in any of some columns, then those that differ in each. */
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
