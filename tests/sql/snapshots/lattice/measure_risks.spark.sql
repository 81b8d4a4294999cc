-- a node
/* How large are the classes of one node, and how do the rows of T spread over them? */
/* Reads the classes. */
/* One row: a number of people of P; the classes that have it, those of them with rows of T, these rows, and the fewest and most of a class. */
SELECT
  `public_count`,
  CAST(COUNT(*) AS BIGINT) AS `classes`,
  CAST(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END) AS BIGINT) AS `private_classes`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_rows`,
  MIN(CASE WHEN `private_count` > 0 THEN `private_count` END) AS `least_rows`,
  MIN(`private_count`) AS `least`,
  MAX(`private_count`) AS `greatest`
FROM (
  SELECT
    `public_count`,
    `private_count`,
    CAST(`private_count` AS DOUBLE) / CAST(`public_count` AS DOUBLE) AS `presence`
  FROM (
    SELECT
      CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `frequency_set`
    GROUP BY
      `q0_level_1`,
      `q1_level_0`
  ) AS `counted`
) AS `classes`
GROUP BY
  `public_count`;

-- boxes
/* How large are the classes of one node, and how do the rows of T spread over them? */
/* Reads the classes. */
/* One row: a number of people of P; the classes that have it, those of them with rows of T, these rows, and the fewest and most of a class. */
SELECT
  `public_count`,
  CAST(COUNT(*) AS BIGINT) AS `classes`,
  CAST(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END) AS BIGINT) AS `private_classes`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_rows`,
  MIN(CASE WHEN `private_count` > 0 THEN `private_count` END) AS `least_rows`,
  MIN(`private_count`) AS `least`,
  MAX(`private_count`) AS `greatest`
FROM (
  SELECT
    `public_count`,
    `private_count`
  FROM `boxes`
) AS `classes`
GROUP BY
  `public_count`;

-- total suppression
/* How large are the classes of one node, and how do the rows of T spread over them? */
/* Reads the classes. */
/* One row: a number of people of P; the classes that have it, those of them with rows of T, these rows, and the fewest and most of a class. */
SELECT
  `public_count`,
  CAST(COUNT(*) AS BIGINT) AS `classes`,
  CAST(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END) AS BIGINT) AS `private_classes`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_rows`,
  MIN(CASE WHEN `private_count` > 0 THEN `private_count` END) AS `least_rows`,
  MIN(`private_count`) AS `least`,
  MAX(`private_count`) AS `greatest`
FROM (
  SELECT
    `public_count`,
    `private_count`,
    CAST(`private_count` AS DOUBLE) / CAST(`public_count` AS DOUBLE) AS `presence`
  FROM (
    SELECT
      CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `frequency_set`
  ) AS `counted`
) AS `classes`
GROUP BY
  `public_count`;
