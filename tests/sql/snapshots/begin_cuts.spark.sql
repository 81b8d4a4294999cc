-- parts along the hierarchies
/* Which part is cut first? All of P. */
/* Reads the frequency set. */
/* One row: the part with its people of P and rows of T, no column by which it was made, the level from which each quasi-identifier is cut, its label and the leaves under it without one. */
SELECT
  CAST(0 AS BIGINT) AS `part`,
  -1 AS `last_axis`,
  2 AS `open_0`,
  2 AS `open_1`,
  CAST('*' AS STRING) AS `c0`,
  CAST(1 AS BIGINT) AS `lost0`,
  CAST('*' AS STRING) AS `c1`,
  CAST(2 AS BIGINT) AS `lost1`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `frequency_set`;
