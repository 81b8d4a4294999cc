-- T is given by key
/* What does the mapping table of a hierarchy hold? */
/* Reads a mapping table of the user. */
/* One row: a leaf and its labels, as text. */
SELECT DISTINCT
  CAST(`town` AS STRING) AS `leaf`,
  CAST(`country` AS STRING) AS `label_1`
FROM `hierarchy_0`;
