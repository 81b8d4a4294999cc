-- people climb where P is known from tables
/* Which rows of T are left for the class at the root? */
/* Reads the texts of those who come to the root. */
/* One row: the texts of the root, and the rows of T twice; no row if nobody is left. */
SELECT
  '*' AS `c0`,
  '*' AS `c1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `verified_at_root`
HAVING
  COUNT(*) > 0;
