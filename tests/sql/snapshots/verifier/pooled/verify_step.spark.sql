-- rare people climb
/* How many came to a step? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`
FROM `verified_left_0`;

-- rare people climb along columns
/* How many came to a step? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`
FROM `verified_left_2`;

-- rare people climb, a column kept
/* How many came to a step? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`
FROM `verified_left_1`;

-- rare people climb, a column protected
/* How many came to a step? */
/* Reads texts, with people of P and rows of T. */
/* One row: people of P. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`
FROM `verified_left_3`;
