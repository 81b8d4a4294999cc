-- parts along the hierarchies
/* Is everybody in a part? */
/* Reads the parts, and verified_tuples. */
/* One row: the parts, their people of P and rows of T, and all people of P and rows of T. */
SELECT
  `parts`.`parts`,
  `parts`.`public_rows`,
  `parts`.`private_rows`,
  `tuples`.`public_rows`,
  `tuples`.`private_rows`
FROM (
  SELECT
    COUNT(DISTINCT `part`) AS `parts`,
    CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
    CAST(COALESCE(SUM(`private_count`), 0) AS BIGINT) AS `private_rows`
  FROM `verified_parts`
) AS `parts`
CROSS JOIN (
  SELECT
    CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
    CAST(COALESCE(SUM(`private_count`), 0) AS BIGINT) AS `private_rows`
  FROM `verified_tuples`
) AS `tuples`;
