-- two columns
/* In which open part does each row of T lie, as its sensitive value is concerned? */
/* Reads the rows of T by their positions, and the open spots. */
/* One row: all rows of T of one spot that hold one value, with their part. */
SELECT
  `spots`.`part`,
  `spots`.`x0`,
  `spots`.`x1`,
  `coded`.`position`,
  `coded`.`row_count`
FROM `sensitive_set_0` AS `coded`
JOIN `spots_1` AS `spots`
  ON `coded`.`x0` = `spots`.`x0` AND `coded`.`x1` = `spots`.`x1`;
