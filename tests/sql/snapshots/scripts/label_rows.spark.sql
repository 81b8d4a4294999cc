-- boxes: labelled
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
SELECT
  CASE
    WHEN `found`.`box_count` IS NULL
    THEN '(in no box)'
    ELSE `found`.`range_town`
  END AS `town`,
  CASE
    WHEN `found`.`box_count` IS NULL
    THEN '(in no box)'
    ELSE `found`.`range_born`
  END AS `born`,
  CASE
    WHEN `found`.`box_count` IS NULL
    THEN '(in no box)'
    ELSE `found`.`range_size`
  END AS `size`,
  `public_count`,
  `private_count`,
  COALESCE(
    `problem`,
    CASE
      WHEN `found`.`box_count` > 1
      THEN 'somebody is in several boxes'
      WHEN `private_count` > 0 AND `found`.`box_count` IS NULL
      THEN 'T has rows in no box'
    END
  ) AS `problem`
FROM `people`
LEFT JOIN (
  SELECT
    `spots`.`value_town`,
    MIN(`ranges`.`range_town`) AS `range_town`,
    `spots`.`value_born`,
    MIN(`ranges`.`range_born`) AS `range_born`,
    `spots`.`value_size`,
    MIN(`ranges`.`range_size`) AS `range_size`,
    COUNT(*) AS `box_count`
  FROM (
    SELECT DISTINCT
      CAST(`town` AS STRING) AS `value_town`,
      `place_town`,
      CAST(`born` AS STRING) AS `value_born`,
      CAST(`size` AS STRING) AS `value_size`,
      `number_size`
    FROM `people`
  ) AS `spots`
  INNER JOIN (
    SELECT DISTINCT
      CAST(`range_town` AS STRING) AS `range_town`,
      CAST(`low_town` AS BIGINT) AS `low_town`,
      CAST(`high_town` AS BIGINT) AS `high_town`,
      CAST(`range_born` AS STRING) AS `range_born`,
      CAST(`low_born` AS STRING) AS `low_born`,
      CAST(`high_born` AS STRING) AS `high_born`,
      CAST(`range_size` AS STRING) AS `range_size`,
      CAST(`low_size` AS STRING) AS `low_size`,
      CAST(`low_size` AS DECIMAL(38, 12)) AS `first_size`,
      CAST(`high_size` AS STRING) AS `high_size`,
      CAST(`high_size` AS DECIMAL(38, 12)) AS `last_size`
    FROM `boxes`
  ) AS `ranges`
    ON `spots`.`place_town` BETWEEN `ranges`.`low_town` AND `ranges`.`high_town`
    AND (
      `ranges`.`low_born` IS NULL OR `spots`.`value_born` >= `ranges`.`low_born`
    )
    AND (
      `spots`.`value_born` IS NULL OR `spots`.`value_born` <= `ranges`.`high_born`
    )
    AND (
      `ranges`.`low_size` IS NULL
      OR `spots`.`number_size` > `ranges`.`first_size`
      OR (
        `spots`.`number_size` = `ranges`.`first_size`
        AND `spots`.`value_size` >= `ranges`.`low_size`
      )
    )
    AND (
      `spots`.`value_size` IS NULL
      OR `spots`.`number_size` < `ranges`.`last_size`
      OR (
        `spots`.`number_size` = `ranges`.`last_size`
        AND `spots`.`value_size` <= `ranges`.`high_size`
      )
    )
  GROUP BY
    `spots`.`value_town`,
    `spots`.`value_born`,
    `spots`.`value_size`
) AS `found`
  ON `people`.`town` IS NOT DISTINCT FROM `found`.`value_town`
  AND `people`.`born` IS NOT DISTINCT FROM `found`.`value_born`
  AND `people`.`size` IS NOT DISTINCT FROM `found`.`value_size`;

-- boxes: people
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
SELECT
  `everybody`.`town`,
  `everybody`.`born`,
  `everybody`.`size`,
  CAST(`order_town`.`place` AS BIGINT) AS `place_town`,
  CASE
    WHEN `everybody`.`size` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
    THEN CAST(`everybody`.`size` AS DECIMAL(38, 12))
  END AS `number_size`,
  `public_count`,
  `private_count`,
  CASE
    WHEN `order_town`.`label_count` IS NULL
    THEN 'town has no place in its order'
    WHEN `order_town`.`label_count` > 1
    THEN 'town has several places in its order'
    WHEN NOT `everybody`.`born` RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T][0-9:.]*)?$'
    THEN 'born is no plain date'
    WHEN NOT `everybody`.`size` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
    THEN 'size is no plain number'
    WHEN SUM(`private_count` - `public_count`) OVER (PARTITION BY `everybody`.`town`, `everybody`.`born`, `everybody`.`size`) > 0
    THEN 'T has more rows with these values than P has people'
  END AS `problem`
FROM (
  SELECT
    CAST(`town` AS STRING) AS `town`,
    CAST(`born` AS STRING) AS `born`,
    CAST(`size` AS STRING) AS `size`,
    COUNT(*) AS `public_count`,
    0 AS `private_count`
  FROM `public_table`
  GROUP BY
    1,
    2,
    3
  UNION ALL
  SELECT
    CAST(`town` AS STRING),
    CAST(`born` AS STRING),
    CAST(`size` AS STRING),
    0,
    1
  FROM `private_table`
) AS `everybody`
LEFT JOIN (
  SELECT
    `value`,
    `place`,
    COUNT(*) OVER (PARTITION BY `value`) AS `label_count`
  FROM (
    SELECT DISTINCT
      CAST(`value` AS STRING) AS `value`,
      CAST(`place` AS STRING) AS `place`
    FROM `order_town`
  ) AS `listed`
) AS `order_town`
  ON `everybody`.`town` IS NOT DISTINCT FROM `order_town`.`value`;
