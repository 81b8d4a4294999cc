-- parts along the hierarchies
/* Which parts are there after a round of cuts? */
/* Reads the labels of the parts that were cut, and these parts. */
/* One row: a new part with the part above it, its quasi-identifier and the number of its label there, NULL for the rest, the column that divided people last, of each quasi-identifier the level from which it is cut and the number of its label, what a row loses, and its people of P and rows of T. */
SELECT
  `sides`.`side` AS `part`,
  `sides`.`part` AS `above`,
  `sides`.`axis`,
  `sides`.`is_rest`,
  CASE WHEN `sides`.`is_rest` = 0 THEN `sides`.`label` END AS `label`,
  CASE WHEN `sides`.`children` = 1 THEN `parts`.`last_axis` ELSE `sides`.`axis` END AS `last_axis`,
  CASE WHEN `sides`.`axis` = 0 THEN `sides`.`open` ELSE `parts`.`open_0` END AS `open_0`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `parts`.`label_0`
  END AS `label_0`,
  CASE WHEN `sides`.`axis` = 1 THEN `sides`.`open` ELSE `parts`.`open_1` END AS `open_1`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `parts`.`label_1`
  END AS `label_1`,
  `sides`.`width`,
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
    MIN(`open`) AS `open`,
    MIN(`width_side`) AS `width`,
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
/* One row: a new part with the part above it, its quasi-identifier and the number of its label there, NULL for the rest, the column that divided people last, of each quasi-identifier the level from which it is cut and the number of its label, what a row loses, and its people of P and rows of T. */
SELECT
  `sides`.`side` AS `part`,
  `sides`.`part` AS `above`,
  `sides`.`axis`,
  `sides`.`is_rest`,
  CASE WHEN `sides`.`is_rest` = 0 THEN `sides`.`label` END AS `label`,
  CASE WHEN `sides`.`children` = 1 THEN `parts`.`last_axis` ELSE `sides`.`axis` END AS `last_axis`,
  CASE WHEN `sides`.`axis` = 0 THEN `sides`.`open` ELSE `parts`.`open_0` END AS `open_0`,
  CASE
    WHEN `sides`.`axis` = 0 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `parts`.`label_0`
  END AS `label_0`,
  CASE WHEN `sides`.`axis` = 1 THEN `sides`.`open` ELSE `parts`.`open_1` END AS `open_1`,
  CASE
    WHEN `sides`.`axis` = 1 AND `sides`.`is_rest` = 0
    THEN `sides`.`label`
    ELSE `parts`.`label_1`
  END AS `label_1`,
  `sides`.`width`,
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
    MIN(`open`) AS `open`,
    MIN(`width_side`) AS `width`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `cut_sides`
  GROUP BY
    `side`
) AS `sides`
JOIN `cut_parts_1` AS `parts`
  ON `sides`.`part` = `parts`.`part`;
