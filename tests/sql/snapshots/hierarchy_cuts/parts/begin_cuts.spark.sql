-- parts along the hierarchies
/* Which part is cut first? All of P. */
/* Reads the frequency set. */
/* One row: the part with its people of P and rows of T, nothing by which it was made, and of each quasi-identifier the level from which it is cut and the number of its label, which is NULL as long as that is the label of all of P; and what a row loses, in parts of a cell. */
SELECT
  CAST(0 AS BIGINT) AS `part`,
  CAST(-1 AS BIGINT) AS `above`,
  -1 AS `axis`,
  0 AS `is_rest`,
  CAST(NULL AS BIGINT) AS `label`,
  -1 AS `last_axis`,
  2 AS `open_0`,
  CAST(NULL AS BIGINT) AS `label_0`,
  2 AS `open_1`,
  CAST(NULL AS BIGINT) AS `label_1`,
  CAST(4 AS DECIMAL(38, 0)) AS `width`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM `frequency_set`;
