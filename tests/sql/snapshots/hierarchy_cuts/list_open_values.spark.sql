-- parts along the hierarchies, a rest kept and a column protected
/* In which open part is each row of T, and which sensitive values do these rows hold? */
/* Reads the tuples of the open parts, and the sensitive set. */
/* One row: rows of T of a part that agree in their values, with the codes by which the part may be cut and those of the sensitive value. */
SELECT
  `tuples`.`part`,
  `tuples`.`child_0`,
  `tuples`.`child_1`,
  `coded`.`position`,
  `coded`.`rows_0`,
  `coded`.`row_count`
FROM (
  SELECT DISTINCT
    `part`,
    `child_0`,
    `q0_level_0`,
    `child_1`,
    `q1_level_0`
  FROM `cut_tuples_0`
  WHERE
    `private_count` > 0
) AS `tuples`
JOIN `sensitive_set_0` AS `coded`
  ON `tuples`.`q0_level_0` = `coded`.`q0_level_0`
  AND `tuples`.`q1_level_0` = `coded`.`q1_level_0`;
