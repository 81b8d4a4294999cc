-- parts along the hierarchies, a rest kept and a column protected
/* Which sensitive values do the rows of T in each possible rest hold? */
/* Reads the placed children twice, and the sensitive values of children. */
/* One row: a part, a quasi-identifier, a way to a rest, the place of the last child in the rest, and a sensitive value by its codes, with their rows of T. */
SELECT
  `rests`.`part`,
  `rests`.`axis`,
  `rests`.`way`,
  `rests`.`place` AS `rest_place`,
  `held`.`position`,
  `held`.`rows_0`,
  CAST(SUM(`held`.`row_count`) AS BIGINT) AS `row_count`
FROM `placed_children` AS `rests`
JOIN `placed_children` AS `members`
  ON `members`.`part` = `rests`.`part`
  AND `members`.`axis` = `rests`.`axis`
  AND `members`.`way` = `rests`.`way`
  AND `members`.`place` <= `rests`.`place`
JOIN `child_values_0` AS `held`
  ON `held`.`part` = `members`.`part`
  AND `held`.`axis` = `members`.`axis`
  AND `held`.`code` = `members`.`code`
WHERE
  `rests`.`place` >= `rests`.`staying` AND `rests`.`place` < `rests`.`children`
GROUP BY
  `rests`.`part`,
  `rests`.`axis`,
  `rests`.`way`,
  `rests`.`place`,
  `held`.`position`,
  `held`.`rows_0`;
