-- a release that dpsql did not write, a column kept
/* What does a release hold that dpsql did not write? */
/* Reads foreign_release; its order and its other columns are left out. */
/* One row: a released row, its quasi-identifiers as text, then its kept columns as they are. */
SELECT
  `foreign_release`.`town` AS `town`,
  `foreign_release`.`born` AS `born`,
  `foreign_release`.`lab`
FROM `foreign_release`;

-- a release whose boxes overlap
/* What does a release hold that dpsql did not write? */
/* Reads foreign_release; its order and its other columns are left out. */
/* One row: a released row, its quasi-identifiers as text, then its kept columns as they are. */
SELECT
  `foreign_release`.`town` AS `town`,
  `foreign_release`.`born` AS `born`
FROM `foreign_release`;
