-- P is known from a sample
/* The statistics with every level of their quasi-identifiers as a code, like the frequency set. */
/* Reads a table of statistics, and the leaves of its quasi-identifiers. */
/* One row: a tuple of codes with its people or its share, or the weights and number of people in the sample. */
SELECT
  CAST(`leaves_0`.`code_0` AS TINYINT) AS `q0_level_0`,
  CAST(`leaves_0`.`code_1` AS TINYINT) AS `q0_level_1`,
  CAST(`leaves_1`.`code_0` AS TINYINT) AS `q1_level_0`,
  CAST(`leaves_1`.`code_1` AS TINYINT) AS `q1_level_1`,
  SUM(`known_0`.`measure`) AS `measure`,
  SUM(`known_0`.`sampled`) AS `sampled`
FROM `known_0`
JOIN `leaves_0`
  ON `known_0`.`q0` IS NOT DISTINCT FROM `leaves_0`.`value`
JOIN `leaves_1`
  ON `known_0`.`q1` IS NOT DISTINCT FROM `leaves_1`.`value`
GROUP BY
  CAST(`leaves_0`.`code_0` AS TINYINT),
  CAST(`leaves_0`.`code_1` AS TINYINT),
  CAST(`leaves_1`.`code_0` AS TINYINT),
  CAST(`leaves_1`.`code_1` AS TINYINT);

-- P is known from tables
/* The statistics with every level of their quasi-identifiers as a code, like the frequency set. */
/* Reads a table of statistics, and the leaves of its quasi-identifiers. */
/* One row: a tuple of codes with its people or its share, or the weights and number of people in the sample. */
SELECT
  CAST(`leaves_0`.`code_0` AS TINYINT) AS `q0_level_0`,
  CAST(`leaves_0`.`code_1` AS TINYINT) AS `q0_level_1`,
  SUM(`known_0`.`measure`) AS `measure`
FROM `known_0`
JOIN `leaves_0`
  ON `known_0`.`q0` IS NOT DISTINCT FROM `leaves_0`.`value`
GROUP BY
  CAST(`leaves_0`.`code_0` AS TINYINT),
  CAST(`leaves_0`.`code_1` AS TINYINT);

-- people climb where P is known from tables
/* The statistics with every level of their quasi-identifiers as a code, like the frequency set. */
/* Reads a table of statistics, and the leaves of its quasi-identifiers. */
/* One row: a tuple of codes with its people or its share, or the weights and number of people in the sample. */
SELECT
  CAST(`leaves_1`.`code_0` AS TINYINT) AS `q1_level_0`,
  CAST(`leaves_1`.`code_1` AS TINYINT) AS `q1_level_1`,
  SUM(`known_1`.`measure`) AS `measure`
FROM `known_1`
JOIN `leaves_1`
  ON `known_1`.`q1` IS NOT DISTINCT FROM `leaves_1`.`value`
GROUP BY
  CAST(`leaves_1`.`code_0` AS TINYINT),
  CAST(`leaves_1`.`code_1` AS TINYINT);
