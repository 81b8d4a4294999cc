-- parts along the hierarchies
/* How many people has each part under each label one level down? */
/* Reads the tuples of the open parts, and the parts. */
/* One row: a part, a quasi-identifier, the level below that of the part, a label by its code, with its rows of P and of T. */
SELECT
  `part`,
  0 AS `axis`,
  `level`,
  `code`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    `tuples`.`part`,
    `parts`.`open_0` - 1 AS `level`,
    CASE `parts`.`open_0`
      WHEN 1
      THEN `tuples`.`q0_level_0`
      WHEN 2
      THEN `tuples`.`q0_level_1`
    END AS `code`,
    `tuples`.`public_count`,
    `tuples`.`private_count`
  FROM `cut_tuples_0` AS `tuples`
  JOIN `cut_parts_0` AS `parts`
    ON `tuples`.`part` = `parts`.`part`
  WHERE
    `parts`.`open_0` > 0
) AS `coded`
GROUP BY
  `part`,
  `level`,
  `code`
UNION ALL
SELECT
  `part`,
  1 AS `axis`,
  `level`,
  `code`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    `tuples`.`part`,
    `parts`.`open_1` - 1 AS `level`,
    CASE `parts`.`open_1`
      WHEN 1
      THEN `tuples`.`q1_level_0`
      WHEN 2
      THEN `tuples`.`q1_level_1`
    END AS `code`,
    `tuples`.`public_count`,
    `tuples`.`private_count`
  FROM `cut_tuples_0` AS `tuples`
  JOIN `cut_parts_0` AS `parts`
    ON `tuples`.`part` = `parts`.`part`
  WHERE
    `parts`.`open_1` > 0
) AS `coded`
GROUP BY
  `part`,
  `level`,
  `code`;

-- parts along the hierarchies, a rest and a column kept
/* How many people has each part under each label one level down? */
/* Reads the tuples of the open parts, and the parts. */
/* One row: a part, a quasi-identifier, the level below that of the part, a label by its code, with its rows of P and of T. */
SELECT
  `part`,
  0 AS `axis`,
  `level`,
  `code`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    `tuples`.`part`,
    `parts`.`open_0` - 1 AS `level`,
    CASE `parts`.`open_0`
      WHEN 1
      THEN `tuples`.`q0_level_0`
      WHEN 2
      THEN `tuples`.`q0_level_1`
    END AS `code`,
    `tuples`.`public_count`,
    `tuples`.`private_count`
  FROM `cut_tuples_1` AS `tuples`
  JOIN `cut_parts_1` AS `parts`
    ON `tuples`.`part` = `parts`.`part`
  WHERE
    `parts`.`open_0` > 0
) AS `coded`
GROUP BY
  `part`,
  `level`,
  `code`
UNION ALL
SELECT
  `part`,
  1 AS `axis`,
  `level`,
  `code`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    `tuples`.`part`,
    `parts`.`open_1` - 1 AS `level`,
    CASE `parts`.`open_1`
      WHEN 1
      THEN `tuples`.`q1_level_0`
      WHEN 2
      THEN `tuples`.`q1_level_1`
    END AS `code`,
    `tuples`.`public_count`,
    `tuples`.`private_count`
  FROM `cut_tuples_1` AS `tuples`
  JOIN `cut_parts_1` AS `parts`
    ON `tuples`.`part` = `parts`.`part`
  WHERE
    `parts`.`open_1` > 0
) AS `coded`
GROUP BY
  `part`,
  `level`,
  `code`;
