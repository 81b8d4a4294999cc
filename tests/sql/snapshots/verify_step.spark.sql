-- rare people climb
/* How many came to a step, and how many labels do they have in each quasi-identifier? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P, and numbers of labels. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  COUNT(DISTINCT `t0_0`) + MAX(CASE WHEN `t0_0` IS NULL THEN 1 ELSE 0 END),
  COUNT(DISTINCT `t1_1`) + MAX(CASE WHEN `t1_1` IS NULL THEN 1 ELSE 0 END)
FROM `verified_left_0`;

-- rare people climb, a column kept
/* How many came to a step, and how many labels do they have in each quasi-identifier? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P, and numbers of labels. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  COUNT(DISTINCT `t0_0`) + MAX(CASE WHEN `t0_0` IS NULL THEN 1 ELSE 0 END),
  COUNT(DISTINCT `t1_1`) + MAX(CASE WHEN `t1_1` IS NULL THEN 1 ELSE 0 END)
FROM `verified_left_1`;

-- rare people climb, a column protected
/* How many came to a step, and how many labels do they have in each quasi-identifier? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P, and numbers of labels. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  COUNT(DISTINCT `t0_1`) + MAX(CASE WHEN `t0_1` IS NULL THEN 1 ELSE 0 END),
  COUNT(DISTINCT `t1_1`) + MAX(CASE WHEN `t1_1` IS NULL THEN 1 ELSE 0 END)
FROM `verified_left_2`;
