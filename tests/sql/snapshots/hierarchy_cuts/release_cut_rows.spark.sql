-- parts along the hierarchies, a rest and a column kept
/* The release: T with the labels of the part of each person, and the columns to keep. */
/* Reads the rows of T, the leaves of each quasi-identifier, the tuples of T in final parts, and these parts. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
SELECT
  `parts`.`c0` AS `town`,
  `parts`.`c1` AS `born`,
  `private_rows`.`lab`
FROM (
  SELECT
    `private_table`.`town` AS `town`,
    `private_table`.`born` AS `born`,
    `private_table`.`lab`
  FROM `private_table`
) AS `private_rows`
JOIN `leaves_0`
  ON CAST(`private_rows`.`town` AS STRING) IS NOT DISTINCT FROM `leaves_0`.`leaf`
JOIN `leaves_1`
  ON CAST(`private_rows`.`born` AS STRING) IS NOT DISTINCT FROM `leaves_1`.`leaf`
JOIN (
  SELECT DISTINCT
    `part`,
    `q0_level_0`,
    `q1_level_0`
  FROM `final_tuples`
) AS `tuples`
  ON `tuples`.`q0_level_0` = `leaves_0`.`code_0`
  AND `tuples`.`q1_level_0` = `leaves_1`.`code_0`
  AND TRUE
JOIN `final_parts` AS `parts`
  ON `tuples`.`part` = `parts`.`part`
ORDER BY
  1 NULLS LAST,
  2 NULLS LAST,
  3 NULLS LAST;
