-- a release that dpsql did not write, a column kept
/* Is T a part of P? */
/* Reads verified_tuples. */
/* One row: the rows of P, and how many rows of T are more than P has of their tuple. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `private_count` > `public_count`
        THEN `private_count` - `public_count`
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `excess_rows`
FROM (
  SELECT
    SUM(`public_count`) AS `public_count`,
    SUM(`private_count`) AS `private_count`
  FROM `verified_tuples`
  GROUP BY
    `v0`,
    `v1`
) AS `tuples_of_both`;
