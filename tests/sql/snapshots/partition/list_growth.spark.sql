-- two columns
/* By which steps may each box around rows of T grow to the box of its part, the cheapest one first? */
/* Reads the private boxes, the spots of all parts, and the values of each quasi-identifier in their order. */
/* One row: a part with a value that a step takes in, the step that takes it, and the axis. A step that costs less than one before it on its side follows it at once. */
SELECT
  `part`,
  `axis`,
  `position`,
  ROW_NUMBER() OVER (
    PARTITION BY `part`
    ORDER BY `greatest_cost` NULLS LAST, `axis` NULLS LAST, `side` NULLS LAST, `distance` NULLS LAST
  ) AS `step`
FROM (
  SELECT
    `part`,
    `axis`,
    `side`,
    `position`,
    `distance`,
    MAX(`cost`) OVER (
      PARTITION BY `part`, `axis`, `side`
      ORDER BY `distance` NULLS LAST
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS `greatest_cost`
  FROM (
    SELECT
      `part`,
      `axis`,
      `side`,
      `position`,
      `distance`,
      LEAST(
        ABS(
          `coordinate` - LAG(`coordinate`, 1, `end_coordinate`) OVER (PARTITION BY `part`, `axis`, `side` ORDER BY `distance` NULLS LAST)
        ),
        6983776800
      ) AS `cost`
    FROM (
      SELECT
        `near`.`part`,
        0 AS `axis`,
        CASE WHEN `near`.`position` < `near`.`low` THEN 0 ELSE 1 END AS `side`,
        `near`.`position`,
        CASE
          WHEN `near`.`position` < `near`.`low`
          THEN `near`.`low` - `near`.`position`
          ELSE `near`.`position` - `near`.`high`
        END AS `distance`,
        `placed`.`coordinate`,
        `ends`.`coordinate` AS `end_coordinate`
      FROM (
        SELECT DISTINCT
          `boxes`.`part`,
          `boxes`.`low0` AS `low`,
          `boxes`.`high0` AS `high`,
          `spots`.`x0` AS `position`
        FROM `private_boxes` AS `boxes`
        JOIN `parted_spots` AS `spots`
          ON `boxes`.`part` = `spots`.`part`
        WHERE
          NOT `spots`.`x0` BETWEEN `boxes`.`low0` AND `boxes`.`high0`
      ) AS `near`
      JOIN `order_0` AS `placed`
        ON `near`.`position` = `placed`.`position`
      JOIN `order_0` AS `ends`
        ON `ends`.`position` = CASE WHEN `near`.`position` < `near`.`low` THEN `near`.`low` ELSE `near`.`high` END
      UNION ALL
      SELECT
        `near`.`part`,
        1 AS `axis`,
        CASE WHEN `near`.`position` < `near`.`low` THEN 0 ELSE 1 END AS `side`,
        `near`.`position`,
        CASE
          WHEN `near`.`position` < `near`.`low`
          THEN `near`.`low` - `near`.`position`
          ELSE `near`.`position` - `near`.`high`
        END AS `distance`,
        `placed`.`coordinate`,
        `ends`.`coordinate` AS `end_coordinate`
      FROM (
        SELECT DISTINCT
          `boxes`.`part`,
          `boxes`.`low1` AS `low`,
          `boxes`.`high1` AS `high`,
          `spots`.`x1` AS `position`
        FROM `private_boxes` AS `boxes`
        JOIN `parted_spots` AS `spots`
          ON `boxes`.`part` = `spots`.`part`
        WHERE
          NOT `spots`.`x1` BETWEEN `boxes`.`low1` AND `boxes`.`high1`
      ) AS `near`
      JOIN `order_1` AS `placed`
        ON `near`.`position` = `placed`.`position`
      JOIN `order_1` AS `ends`
        ON `ends`.`position` = CASE WHEN `near`.`position` < `near`.`low` THEN `near`.`low` ELSE `near`.`high` END
    ) AS `outside`
  ) AS `steps`
) AS `ranked`;
