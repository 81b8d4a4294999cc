-- by level 2
/* The part of the frequency set that has one label of one quasi-identifier. */
/* Reads the frequency set once. */
/* One row: a row of the frequency set. */
SELECT
  *
FROM `frequency_set`
WHERE
  `q1_level_2` = 7;
