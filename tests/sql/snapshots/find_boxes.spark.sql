-- a list, dates and numbers
/* Which box are people with these values in, and in how many boxes? */
/* Reads everybody with their values, and the boxes of a release. */
/* One row: values that a box covers, with its texts; of several boxes, their least texts. */
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
  `spots`.`value_3`;
