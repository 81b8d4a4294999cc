-- rare people climb
/* Which classes settle on a step? */
/* Reads the texts of those who come to it. */
/* One row: a class with its texts on this step, its people of P and rows of T. */
SELECT
  `t0_0` AS `c0`,
  `t1_1` AS `c1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `verified_left_0`
GROUP BY
  `t0_0`,
  `t1_1`
HAVING
  SUM(`public_count`) >= 2;

-- rare people climb along columns
/* Which classes settle on a step? */
/* Reads the texts of those who come to it. */
/* One row: a class with its texts on this step, its people of P and rows of T. */
SELECT
  `t0_0` AS `c0`,
  `t1_0` AS `c1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `verified_left_0`
GROUP BY
  `t0_0`,
  `t1_0`
HAVING
  SUM(`public_count`) >= 4;

-- rare people climb, a column kept
/* Which classes settle on a step? */
/* Reads the texts of those who come to it. */
/* One row: a class with its texts on this step, its people of P and rows of T. */
SELECT
  `t0_1` AS `c0`,
  `t1_1` AS `c1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `verified_left_1`
GROUP BY
  `t0_1`,
  `t1_1`
HAVING
  SUM(`public_count`) >= 2;

-- rare people climb, a column protected
/* Which classes settle on a step? */
/* Reads the texts of those who come to it. */
/* One row: a class with its texts on this step, its people of P and rows of T. */
SELECT
  `t0_2` AS `c0`,
  `t1_1` AS `c1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `verified_left_2`
GROUP BY
  `t0_2`,
  `t1_1`
HAVING
  SUM(`public_count`) >= 2;
