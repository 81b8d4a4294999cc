-- of a node
/* How many rows of T has each class of raw values with each value of a sensitive column, if there are few? */
/* Reads the sensitive set. */
/* One row: a class with the code of its value in each quasi-identifier, a sensitive value by its position, and their rows of T. */
SELECT
  `q0_level_1`,
  `q1_level_0`,
  `position`,
  CAST(SUM(`row_count`) AS BIGINT) AS `row_count`
FROM `sensitive_set_0`
GROUP BY
  `q0_level_1`,
  `q1_level_0`,
  `position`
LIMIT 101;
