-- best, distinct, rows of P
/* Which quasi-identifier is tried first in each open part? */
/* Reads the open spots, and the coordinates of values if the widest range decides. */
/* One row: a part with the number of that quasi-identifier. */
SELECT
  `part`,
  `axis`
FROM (
  SELECT
    `part`,
    `axis`,
    ROW_NUMBER() OVER (PARTITION BY `part` ORDER BY `values_in_part` DESC, `axis` NULLS LAST) AS `turn`
  FROM (
    SELECT
      `part`,
      CASE `axis` WHEN 0 THEN `values_in_part_0` WHEN 1 THEN `values_in_part_1` END AS `values_in_part`,
      `last_axis`,
      `axis`
    FROM (
      SELECT
        `part`,
        COUNT(DISTINCT `x0`) AS `values_in_part_0`,
        COUNT(DISTINCT `x1`) AS `values_in_part_1`,
        `last_axis`
      FROM `spots_0`
      GROUP BY
        `part`,
        `last_axis`
    ) AS `parts`
    CROSS JOIN (
      SELECT
        0 AS `axis`
      UNION ALL
      SELECT
        1 AS `axis`
    ) AS `axes`
  ) AS `ranges`
) AS `ranked`
WHERE
  `turn` = 1;

-- next, cardinality, rows of P
/* Which quasi-identifier is tried first in each open part? */
/* Reads the open spots, and the coordinates of values if the widest range decides. */
/* One row: a part with the number of that quasi-identifier. */
SELECT
  `part`,
  `axis`
FROM (
  SELECT
    `part`,
    `axis`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY (
        (
          `axis` - `last_axis` - 1
        ) + 2
      ) % 2 NULLS LAST
    ) AS `turn`
  FROM (
    SELECT
      `part`,
      `last_axis`,
      `axis`
    FROM (
      SELECT
        `part`,
        `last_axis`
      FROM `spots_0`
      GROUP BY
        `part`,
        `last_axis`
    ) AS `parts`
    CROSS JOIN (
      SELECT
        0 AS `axis`
      UNION ALL
      SELECT
        1 AS `axis`
    ) AS `axes`
  ) AS `ranges`
) AS `ranked`
WHERE
  `turn` = 1;

-- priority, distinct, rows of T
/* Which quasi-identifier is tried first in each open part? */
/* Reads the open spots, and the coordinates of values if the widest range decides. */
/* One row: a part with the number of that quasi-identifier. */
SELECT
  `part`,
  `axis`
FROM (
  SELECT
    `part`,
    `axis`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 0 THEN 0 WHEN 1 THEN 1 END NULLS LAST
    ) AS `turn`
  FROM (
    SELECT
      `part`,
      `last_axis`,
      `axis`
    FROM (
      SELECT
        `part`,
        `last_axis`
      FROM `spots_0`
      GROUP BY
        `part`,
        `last_axis`
    ) AS `parts`
    CROSS JOIN (
      SELECT
        0 AS `axis`
      UNION ALL
      SELECT
        1 AS `axis`
    ) AS `axes`
  ) AS `ranges`
) AS `ranked`
WHERE
  `turn` = 1;

-- priority, first, rows of P
/* Which quasi-identifier is tried first in each open part? */
/* Reads the open spots, and the coordinates of values if the widest range decides. */
/* One row: a part with the number of that quasi-identifier. */
SELECT
  `part`,
  `axis`
FROM (
  SELECT
    `part`,
    `axis`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 1 THEN 0 WHEN 0 THEN 1 END NULLS LAST
    ) AS `turn`
  FROM (
    SELECT
      `part`,
      `last_axis`,
      `axis`
    FROM (
      SELECT
        `part`,
        `last_axis`
      FROM `spots_0`
      GROUP BY
        `part`,
        `last_axis`
    ) AS `parts`
    CROSS JOIN (
      SELECT
        0 AS `axis`
      UNION ALL
      SELECT
        1 AS `axis`
    ) AS `axes`
  ) AS `ranges`
) AS `ranked`
WHERE
  `turn` = 1;

-- widest, median, rows of T
/* Which quasi-identifier is tried first in each open part? */
/* Reads the open spots, and the coordinates of values if the widest range decides. */
/* One row: a part with the number of that quasi-identifier. */
SELECT
  `part`,
  `axis`
FROM (
  SELECT
    `part`,
    `axis`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY LEAST(`highs`.`coordinate` - `lows`.`coordinate`, 6983776800) DESC, `axis` NULLS LAST
    ) AS `turn`
  FROM (
    SELECT
      `part`,
      CASE `axis` WHEN 0 THEN `low_0` WHEN 1 THEN `low_1` END AS `low`,
      CASE `axis` WHEN 0 THEN `high_0` WHEN 1 THEN `high_1` END AS `high`,
      `last_axis`,
      `axis`
    FROM (
      SELECT
        `part`,
        MIN(CASE WHEN `private_count` > 0 THEN `x0` END) AS `low_0`,
        MIN(CASE WHEN `private_count` > 0 THEN `x1` END) AS `low_1`,
        MAX(CASE WHEN `private_count` > 0 THEN `x0` END) AS `high_0`,
        MAX(CASE WHEN `private_count` > 0 THEN `x1` END) AS `high_1`,
        `last_axis`
      FROM `spots_0`
      GROUP BY
        `part`,
        `last_axis`
    ) AS `parts`
    CROSS JOIN (
      SELECT
        0 AS `axis`
      UNION ALL
      SELECT
        1 AS `axis`
    ) AS `axes`
  ) AS `ranges`
  JOIN `coordinates` AS `lows`
    ON `axis` = `lows`.`of_axis` AND `low` = `lows`.`at_position`
  JOIN `coordinates` AS `highs`
    ON `axis` = `highs`.`of_axis` AND `high` = `highs`.`at_position`
) AS `ranked`
WHERE
  `turn` = 1;
