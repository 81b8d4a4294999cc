-- parts along the hierarchies
/* Which parts are there after a round of cuts? */
/* Reads the labels of the parts that were cut, and these parts. */
/* One row: a new part with its people of P and rows of T, the column that divided people last, and the level from which each quasi-identifier is cut, which is 0 where it is not cut again, its label and the leaves under it without one. */
SELECT
  `sides`.`side` AS `part`,
  CASE WHEN `sides`.`children` = 1 THEN `parts`.`last_axis` ELSE `sides`.`axis` END AS `last_axis`,
  CASE
    WHEN `sides`.`axis` <> 0
    THEN `open_0`
    WHEN `sides`.`is_rest` = 1
    THEN 0
    ELSE `open_0` - 1
  END AS `open_0`,
  CASE
    WHEN `sides`.`axis` <> 1
    THEN `open_1`
    WHEN `sides`.`is_rest` = 1
    THEN 0
    ELSE `open_1` - 1
  END AS `open_1`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `c0`
  END AS `c0`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`leaves_lost`
    ELSE `lost0`
  END AS `lost0`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `c1`
  END AS `c1`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`leaves_lost`
    ELSE `lost1`
  END AS `lost1`,
  `sides`.`public_count`,
  `sides`.`private_count`
FROM (
  SELECT
    `side`,
    MIN(`part`) AS `part`,
    MIN(`axis`) AS `axis`,
    MIN(`is_rest`) AS `is_rest`,
    MIN(`children`) AS `children`,
    MIN(`label`) AS `label`,
    MIN(`leaves_lost`) AS `leaves_lost`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `cut_sides`
  GROUP BY
    `side`
) AS `sides`
JOIN `cut_parts_0` AS `parts`
  ON `sides`.`part` = `parts`.`part`;

-- parts along the hierarchies, a rest and a column kept
/* Which parts are there after a round of cuts? */
/* Reads the labels of the parts that were cut, and these parts. */
/* One row: a new part with its people of P and rows of T, the column that divided people last, and the level from which each quasi-identifier is cut, which is 0 where it is not cut again, its label and the leaves under it without one. */
SELECT
  `sides`.`side` AS `part`,
  CASE WHEN `sides`.`children` = 1 THEN `parts`.`last_axis` ELSE `sides`.`axis` END AS `last_axis`,
  CASE
    WHEN `sides`.`axis` <> 0
    THEN `open_0`
    WHEN `sides`.`is_rest` = 1
    THEN 0
    ELSE `open_0` - 1
  END AS `open_0`,
  CASE
    WHEN `sides`.`axis` <> 1
    THEN `open_1`
    WHEN `sides`.`is_rest` = 1
    THEN 0
    ELSE `open_1` - 1
  END AS `open_1`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `c0`
  END AS `c0`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`leaves_lost`
    ELSE `lost0`
  END AS `lost0`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `c1`
  END AS `c1`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`leaves_lost`
    ELSE `lost1`
  END AS `lost1`,
  `sides`.`public_count`,
  `sides`.`private_count`
FROM (
  SELECT
    `side`,
    MIN(`part`) AS `part`,
    MIN(`axis`) AS `axis`,
    MIN(`is_rest`) AS `is_rest`,
    MIN(`children`) AS `children`,
    MIN(`label`) AS `label`,
    MIN(`leaves_lost`) AS `leaves_lost`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `cut_sides`
  GROUP BY
    `side`
) AS `sides`
JOIN `cut_parts_1` AS `parts`
  ON `sides`.`part` = `parts`.`part`;
