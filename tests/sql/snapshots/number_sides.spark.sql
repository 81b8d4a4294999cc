-- parts along the hierarchies
/* Where does each label of each part that is cut go? */
/* Reads the cuts, the children of the parts, and those that are placed where a rest is needed. */
/* One row: a label of a part that is cut, with its rows of P and of T, the number of its side, which is the rest for labels that stay together, and the level from which its quasi-identifier is cut again, which is 0 if it is not. */
SELECT
  *,
  CASE WHEN `is_rest` = 1 THEN 0 ELSE `level` END AS `open`,
  1 + DENSE_RANK() OVER (
    ORDER BY `part` NULLS LAST, `is_rest` NULLS LAST, CASE WHEN `is_rest` = 1 THEN 0 ELSE `label_place` END NULLS LAST
  ) - 1 AS `side`
FROM (
  SELECT
    `children`.`part`,
    `children`.`axis`,
    `children`.`code`,
    `children`.`level`,
    `children`.`label`,
    `children`.`label_place`,
    `children`.`public_count`,
    `children`.`private_count`,
    `cuts`.`children`,
    0 AS `is_rest`
  FROM `chosen_cuts` AS `cuts`
  JOIN `cut_children` AS `children`
    ON `cuts`.`part` = `children`.`part` AND `cuts`.`axis` = `children`.`axis`
) AS `labelled`;

-- parts along the hierarchies, a rest and a column kept
/* Where does each label of each part that is cut go? */
/* Reads the cuts, the children of the parts, and those that are placed where a rest is needed. */
/* One row: a label of a part that is cut, with its rows of P and of T, the number of its side, which is the rest for labels that stay together, and the level from which its quasi-identifier is cut again, which is 0 if it is not. */
SELECT
  *,
  CASE WHEN `is_rest` = 1 THEN 0 ELSE `level` END AS `open`,
  1 + DENSE_RANK() OVER (
    ORDER BY `part` NULLS LAST, `is_rest` NULLS LAST, CASE WHEN `is_rest` = 1 THEN 0 ELSE `label_place` END NULLS LAST
  ) - 1 AS `side`
FROM (
  SELECT
    `children`.`part`,
    `children`.`axis`,
    `children`.`code`,
    `children`.`level`,
    `children`.`label`,
    `children`.`label_place`,
    `children`.`public_count`,
    `children`.`private_count`,
    `cuts`.`children`,
    CASE WHEN `placed`.`place` <= `cuts`.`rest_size` THEN 1 ELSE 0 END AS `is_rest`
  FROM `chosen_cuts` AS `cuts`
  JOIN `cut_children` AS `children`
    ON `cuts`.`part` = `children`.`part` AND `cuts`.`axis` = `children`.`axis`
  LEFT JOIN `placed_children` AS `placed`
    ON `cuts`.`rest_size` > 0
    AND `placed`.`part` = `children`.`part`
    AND `placed`.`axis` = `children`.`axis`
    AND `placed`.`code` = `children`.`code`
) AS `labelled`;

-- parts along the hierarchies, a rest kept and a column protected
/* Where does each label of each part that is cut go? */
/* Reads the cuts, the children of the parts, and those that are placed where a rest is needed. */
/* One row: a label of a part that is cut, with its rows of P and of T, the number of its side, which is the rest for labels that stay together, and the level from which its quasi-identifier is cut again, which is 0 if it is not. */
SELECT
  *,
  CASE WHEN `is_rest` = 1 THEN 0 ELSE `level` END AS `open`,
  3 + DENSE_RANK() OVER (
    ORDER BY `part` NULLS LAST, `is_rest` NULLS LAST, CASE WHEN `is_rest` = 1 THEN 0 ELSE `label_place` END NULLS LAST
  ) - 1 AS `side`
FROM (
  SELECT
    `children`.`part`,
    `children`.`axis`,
    `children`.`code`,
    `children`.`level`,
    `children`.`label`,
    `children`.`label_place`,
    `children`.`public_count`,
    `children`.`private_count`,
    `cuts`.`children`,
    CASE WHEN `placed`.`place` <= `cuts`.`rest_size` THEN 1 ELSE 0 END AS `is_rest`
  FROM `chosen_cuts` AS `cuts`
  JOIN `cut_children` AS `children`
    ON `cuts`.`part` = `children`.`part` AND `cuts`.`axis` = `children`.`axis`
  LEFT JOIN `placed_children` AS `placed`
    ON `cuts`.`rest_size` > 0
    AND `placed`.`part` = `children`.`part`
    AND `placed`.`axis` = `children`.`axis`
    AND `placed`.`code` = `children`.`code`
) AS `labelled`;
