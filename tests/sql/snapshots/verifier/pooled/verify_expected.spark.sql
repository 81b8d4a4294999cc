-- people climb where P is known from tables
/* Which classes of T are expected to have people enough to settle, and which are left? */
/* Reads the texts of T at the start, and what each table of statistics says of its texts. */
/* One row: a class with its texts on this step, and its rows of T twice, as T stands in the place of P. */
SELECT
  `climbers`.`t0_0` AS `c0`,
  `climbers`.`t1_0` AS `c1`,
  CAST(SUM(`climbers`.`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`climbers`.`private_count`) AS BIGINT) AS `private_count`
FROM `verified_left_0` AS `climbers`
LEFT JOIN `verified_block_0`
  ON `climbers`.`t0_0` IS NOT DISTINCT FROM `verified_block_0`.`label_0`
LEFT JOIN `verified_block_1`
  ON `climbers`.`t1_0` IS NOT DISTINCT FROM `verified_block_1`.`label_1`
WHERE
  (
    (
      (
        (
          CAST(1 AS DOUBLE) * CAST(COALESCE(`verified_block_0`.`part`, 0) AS DOUBLE)
        ) / CAST(100 AS DOUBLE)
      ) * CAST(COALESCE(`verified_block_1`.`part`, 0) AS DOUBLE)
    ) / CAST(1000000000000000000 AS DOUBLE)
  ) >= CAST(0.6999999993 AS DOUBLE)
GROUP BY
  `climbers`.`t0_0`,
  `climbers`.`t1_0`;
