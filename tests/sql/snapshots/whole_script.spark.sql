-- tuples
CREATE TABLE `tuples` AS
/* Which distinct tuples of quasi-identifiers occur, and how often in P and in T? */
/* Reads public_table (P) and private_table (T), each once. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  `q0`,
  `q1`,
  `q2`,
  CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
FROM (
  SELECT
    CAST(`public_table`.`zip` AS STRING) AS `q0`,
    CAST(`public_table`.`age` AS STRING) AS `q1`,
    CAST(`public_table`.`nationality` AS STRING) AS `q2`,
    COUNT(*) AS `public_count`,
    CAST(0 AS BIGINT) AS `private_count`
  FROM `public_table`
  GROUP BY
    CAST(`public_table`.`zip` AS STRING),
    CAST(`public_table`.`age` AS STRING),
    CAST(`public_table`.`nationality` AS STRING)
  UNION ALL
  SELECT
    CAST(`private_table`.`zip` AS STRING),
    CAST(`private_table`.`age` AS STRING),
    CAST(`private_table`.`nationality` AS STRING),
    CAST(0 AS BIGINT),
    COUNT(*)
  FROM `private_table`
  GROUP BY
    CAST(`private_table`.`zip` AS STRING),
    CAST(`private_table`.`age` AS STRING),
    CAST(`private_table`.`nationality` AS STRING)
) AS `counted`
GROUP BY
  `q0`,
  `q1`,
  `q2`;

-- leaves_0
CREATE TABLE `leaves_0` AS
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  `q0` AS `value`,
  `leaf`,
  `public_count`,
  `private_count`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_0` NULLS LAST) - 1 AS INT) AS `code_0`,
  1 AS `leaves_0`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_1` NULLS LAST) - 1 AS INT) AS `code_1`,
  CASE WHEN `label_1` IN ('4897*') THEN 3 ELSE 2 END AS `leaves_1`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_2` NULLS LAST) - 1 AS INT) AS `code_2`,
  CASE WHEN `label_2` IN ('48*') THEN 3 ELSE 4 END AS `leaves_2`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_3` NULLS LAST) - 1 AS INT) AS `code_3`,
  7 AS `leaves_3`,
  `is_covered`
FROM (
  SELECT
    `counted`.`q0`,
    `counted`.`leaf`,
    `public_count`,
    `private_count`,
    `counted`.`leaf` AS `label_0`,
    CASE
      WHEN `counted`.`leaf` IN ('47906', '47903')
      THEN '4790*'
      WHEN `counted`.`leaf` IN ('47630', '47633')
      THEN '4763*'
      WHEN `counted`.`leaf` IN ('48973', '48972', '48970')
      THEN '4897*'
    END AS `label_1`,
    CASE
      WHEN `counted`.`leaf` IN ('47906', '47903', '47630', '47633')
      THEN '47*'
      WHEN `counted`.`leaf` IN ('48973', '48972', '48970')
      THEN '48*'
    END AS `label_2`,
    '4*' AS `label_3`,
    CASE
      WHEN `counted`.`leaf` IN ('47906', '47903', '47630', '47633', '48973', '48972', '48970')
      THEN 1
      ELSE 0
    END AS `is_covered`
  FROM (
    SELECT
      `q0`,
      CAST(`q0` AS STRING) AS `leaf`,
      CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `tuples`
    GROUP BY
      `q0`
  ) AS `counted`
) AS `labelled`;

-- leaves_1
CREATE TABLE `leaves_1` AS
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  `q1` AS `value`,
  `leaf`,
  `public_count`,
  `private_count`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_0` NULLS LAST) - 1 AS INT) AS `code_0`,
  1 AS `leaves_0`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_1` NULLS LAST) - 1 AS INT) AS `code_1`,
  CASE WHEN `label_1` IN ('>40') THEN 5 ELSE 4 END AS `leaves_1`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_2` NULLS LAST) - 1 AS INT) AS `code_2`,
  9 AS `leaves_2`,
  `is_covered`
FROM (
  SELECT
    `counted`.`q1`,
    `counted`.`leaf`,
    `public_count`,
    `private_count`,
    `counted`.`leaf` AS `label_0`,
    CASE
      WHEN `counted`.`leaf` IN ('35', '18', '22', '33')
      THEN '≤40'
      WHEN `counted`.`leaf` IN ('59', '42', '63', '47', '52')
      THEN '>40'
    END AS `label_1`,
    '*' AS `label_2`,
    CASE
      WHEN `counted`.`leaf` IN ('35', '59', '42', '18', '22', '63', '33', '47', '52')
      THEN 1
      ELSE 0
    END AS `is_covered`
  FROM (
    SELECT
      `q1`,
      CAST(`q1` AS STRING) AS `leaf`,
      CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `tuples`
    GROUP BY
      `q1`
  ) AS `counted`
) AS `labelled`;

-- leaves_2
CREATE TABLE `leaves_2` AS
/* Which values has a quasi-identifier, and what becomes of each on every level? */
/* Reads tuples, and the mapping table of a large hierarchy. */
/* One row: a value and its text with its rows of P and T; per level its code and the leaves under its label. */
SELECT
  `q2` AS `value`,
  `leaf`,
  `public_count`,
  `private_count`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_0` NULLS LAST) - 1 AS INT) AS `code_0`,
  1 AS `leaves_0`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_1` NULLS LAST) - 1 AS INT) AS `code_1`,
  CASE WHEN `label_1` IN ('Europe') THEN 3 ELSE 2 END AS `leaves_1`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_2` NULLS LAST) - 1 AS INT) AS `code_2`,
  CASE WHEN `label_2` IN ('Europe') THEN 3 ELSE 4 END AS `leaves_2`,
  CAST(DENSE_RANK() OVER (ORDER BY `label_3` NULLS LAST) - 1 AS INT) AS `code_3`,
  7 AS `leaves_3`,
  `is_covered`
FROM (
  SELECT
    `counted`.`q2`,
    `counted`.`leaf`,
    `public_count`,
    `private_count`,
    `counted`.`leaf` AS `label_0`,
    CASE
      WHEN `counted`.`leaf` IN ('USA', 'Canada')
      THEN 'N. America'
      WHEN `counted`.`leaf` IN ('Brazil', 'Peru')
      THEN 'S. America'
      WHEN `counted`.`leaf` IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END AS `label_1`,
    CASE
      WHEN `counted`.`leaf` IN ('USA', 'Canada', 'Brazil', 'Peru')
      THEN 'America'
      WHEN `counted`.`leaf` IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END AS `label_2`,
    '*' AS `label_3`,
    CASE
      WHEN `counted`.`leaf` IN ('USA', 'Canada', 'Brazil', 'Peru', 'Spain', 'Bulgaria', 'France')
      THEN 1
      ELSE 0
    END AS `is_covered`
  FROM (
    SELECT
      `q2`,
      CAST(`q2` AS STRING) AS `leaf`,
      CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `tuples`
    GROUP BY
      `q2`
  ) AS `counted`
) AS `labelled`;

-- frequency_set
CREATE TABLE `frequency_set` AS
/* The frequency set: the tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads tuples, or some of them, and the leaves of each quasi-identifier. */
/* One row: a tuple, or all that agree in these codes, with its rows of P and of T. */
SELECT
  `leaves_0`.`code_0` AS `q0_level_0`,
  `leaves_0`.`code_1` AS `q0_level_1`,
  `leaves_0`.`code_2` AS `q0_level_2`,
  `leaves_1`.`code_0` AS `q1_level_0`,
  `leaves_1`.`code_1` AS `q1_level_1`,
  `leaves_2`.`code_0` AS `q2_level_0`,
  `leaves_2`.`code_1` AS `q2_level_1`,
  `leaves_2`.`code_2` AS `q2_level_2`,
  `tuples`.`public_count` AS `public_count`,
  `tuples`.`private_count` AS `private_count`
FROM `tuples`
JOIN `leaves_0`
  ON `tuples`.`q0` IS NOT DISTINCT FROM `leaves_0`.`value`
JOIN `leaves_1`
  ON `tuples`.`q1` IS NOT DISTINCT FROM `leaves_1`.`value`
JOIN `leaves_2`
  ON `tuples`.`q2` IS NOT DISTINCT FROM `leaves_2`.`value`;

-- check of node (1, 1, 1)
/* Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? */
/* Reads the frequency set, or an excerpt of it, once per node. */
/* One row: a node with its violating classes, its classes of T, and the sum of n_T squared. */
SELECT
  0 AS `node`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`private_count` AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0)) > CAST(`public_count` AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        OR CAST(`private_count` AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0)) < CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `violating_classes`,
  CAST(COALESCE(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS `private_classes`,
  CAST(COALESCE(SUM(CAST(`private_count` AS BIGINT) * CAST(`private_count` AS BIGINT)), 0) AS DECIMAL(38, 0)) AS `squared_private_counts`
FROM (
  SELECT
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
    CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
  FROM `frequency_set`
  GROUP BY
    `q0_level_1`,
    `q1_level_1`,
    `q2_level_1`
) AS `classes`;

-- release at node (1, 1, 1)
/* The release: T at the chosen levels, where no column is kept besides the quasi-identifiers. */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
SELECT
  `c0` AS `zip`,
  `c1` AS `age`,
  `c2` AS `nationality`
FROM (
  SELECT
    `c0`,
    `c1`,
    `c2`,
    EXPLODE(SEQUENCE(1, CAST(SUM(`private_count`) AS BIGINT))) AS `copy`
  FROM (
    SELECT
      CASE
        WHEN CAST(`tuples`.`q0` AS STRING) IN ('47906', '47903')
        THEN '4790*'
        WHEN CAST(`tuples`.`q0` AS STRING) IN ('47630', '47633')
        THEN '4763*'
        WHEN CAST(`tuples`.`q0` AS STRING) IN ('48973', '48972', '48970')
        THEN '4897*'
      END AS `c0`,
      CASE
        WHEN CAST(`tuples`.`q1` AS STRING) IN ('35', '18', '22', '33')
        THEN '≤40'
        WHEN CAST(`tuples`.`q1` AS STRING) IN ('59', '42', '63', '47', '52')
        THEN '>40'
      END AS `c1`,
      CASE
        WHEN CAST(`tuples`.`q2` AS STRING) IN ('USA', 'Canada')
        THEN 'N. America'
        WHEN CAST(`tuples`.`q2` AS STRING) IN ('Brazil', 'Peru')
        THEN 'S. America'
        WHEN CAST(`tuples`.`q2` AS STRING) IN ('Spain', 'Bulgaria', 'France')
        THEN 'Europe'
      END AS `c2`,
      `private_count`
    FROM `tuples`
    WHERE
      `private_count` > 0
  ) AS `labelled`
  GROUP BY
    `c0`,
    `c1`,
    `c2`
) AS `copies`
ORDER BY
  1 NULLS LAST,
  2 NULLS LAST,
  3 NULLS LAST;
