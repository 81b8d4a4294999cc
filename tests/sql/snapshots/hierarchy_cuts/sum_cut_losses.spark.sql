-- parts along the hierarchies
/* How many leaves do the rows of T lose in each quasi-identifier? */
/* Reads the final parts. */
/* One row: for each quasi-identifier the sum of (leaves under the label - 1) over the rows of T. */
SELECT
  CAST(COALESCE(SUM(CAST(`private_count` AS DECIMAL(38, 0)) * `lost0`), 0) AS DECIMAL(38, 0)) AS `lost0`,
  CAST(COALESCE(SUM(CAST(`private_count` AS DECIMAL(38, 0)) * `lost1`), 0) AS DECIMAL(38, 0)) AS `lost1`
FROM `final_parts`;
