-- boxes: labelled
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
SELECT
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`cell_1` END AS `town`,
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`cell_2` END AS `born`,
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`cell_3` END AS `size`,
  `public_count`,
  `private_count`,
  CASE
    WHEN NOT `problem` IS NULL
    THEN `problem`
    WHEN `found`.`box_count` > 1
    THEN 'somebody is in several boxes'
    WHEN `private_count` > 0 AND `found`.`box_count` IS NULL
    THEN 'T has rows in no box'
  END AS `problem`
FROM `people`
LEFT JOIN (
  SELECT
    `spots`.`value_1` AS `value_1`,
    MIN(`ranges`.`cell_1`) AS `cell_1`,
    `spots`.`value_2` AS `value_2`,
    MIN(`ranges`.`cell_2`) AS `cell_2`,
    `spots`.`value_3` AS `value_3`,
    MIN(`ranges`.`cell_3`) AS `cell_3`,
    COUNT(*) AS `box_count`
  FROM (
    SELECT DISTINCT
      CAST(`town` AS STRING) AS `value_1`,
      `spot_1` AS `spot_1`,
      CAST(`born` AS STRING) AS `value_2`,
      CAST(`size` AS STRING) AS `value_3`,
      `spot_3` AS `spot_3`
    FROM `people`
  ) AS `spots`
  INNER JOIN (
    SELECT DISTINCT
      CAST(`cell_1` AS STRING) AS `cell_1`,
      CAST(`low_1` AS BIGINT) AS `low_1`,
      CAST(`high_1` AS BIGINT) AS `high_1`,
      CAST(`cell_2` AS STRING) AS `cell_2`,
      CAST(`low_2` AS STRING) AS `low_2`,
      CAST(`high_2` AS STRING) AS `high_2`,
      CAST(`cell_3` AS STRING) AS `cell_3`,
      CAST(`low_3` AS STRING) AS `low_3`,
      CAST(`low_3` AS DECIMAL(38, 12)) AS `low_3_number`,
      CAST(`high_3` AS STRING) AS `high_3`,
      CAST(`high_3` AS DECIMAL(38, 12)) AS `high_3_number`
    FROM `boxes`
  ) AS `ranges`
    ON (
      `spots`.`spot_1` >= `ranges`.`low_1` AND `spots`.`spot_1` <= `ranges`.`high_1`
    )
    AND (
      (
        `ranges`.`low_2` IS NULL OR `spots`.`value_2` >= `ranges`.`low_2`
      )
      AND (
        `spots`.`value_2` IS NULL OR `spots`.`value_2` <= `ranges`.`high_2`
      )
    )
    AND (
      (
        `ranges`.`low_3` IS NULL
        OR (
          `spots`.`spot_3` > `ranges`.`low_3_number`
          OR (
            `spots`.`spot_3` = `ranges`.`low_3_number`
            AND `spots`.`value_3` >= `ranges`.`low_3`
          )
        )
      )
      AND (
        `spots`.`value_3` IS NULL
        OR (
          `spots`.`spot_3` < `ranges`.`high_3_number`
          OR (
            `spots`.`spot_3` = `ranges`.`high_3_number`
            AND `spots`.`value_3` <= `ranges`.`high_3`
          )
        )
      )
    )
  GROUP BY
    `spots`.`value_1`,
    `spots`.`value_2`,
    `spots`.`value_3`
) AS `found`
  ON `people`.`town` IS NOT DISTINCT FROM `found`.`value_1`
  AND `people`.`born` IS NOT DISTINCT FROM `found`.`value_2`
  AND `people`.`size` IS NOT DISTINCT FROM `found`.`value_3`;

-- boxes: people
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
SELECT
  `everybody`.`town` AS `town`,
  `everybody`.`born` AS `born`,
  `everybody`.`size` AS `size`,
  CAST(`order_town`.`place` AS BIGINT) AS `spot_1`,
  CASE
    WHEN `everybody`.`size` RLIKE '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
    THEN CAST(`everybody`.`size` AS DECIMAL(38, 12))
  END AS `spot_3`,
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
      CAST(`order_town`.`value` AS STRING) AS `value`,
      CAST(`order_town`.`place` AS STRING) AS `place`
    FROM `order_town`
  ) AS `listed`
) AS `order_town`
  ON `everybody`.`town` IS NOT DISTINCT FROM `order_town`.`value`;
