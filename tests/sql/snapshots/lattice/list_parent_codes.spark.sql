-- a tall and a flat hierarchy
/* Which label contains each label of a level, on every coarser level? */
/* Reads the leaves of each quasi-identifier. */
/* One row: a quasi-identifier by its number, and the codes of one of its labels, finest first. */
SELECT DISTINCT
  0 AS `quasi_identifier`,
  CAST(`leaves_0`.`code_0` AS BIGINT) AS `step_0`,
  CAST(`leaves_0`.`code_1` AS BIGINT) AS `step_1`,
  CAST(`leaves_0`.`code_2` AS BIGINT) AS `step_2`
FROM `leaves_0`
UNION ALL
SELECT DISTINCT
  1 AS `quasi_identifier`,
  CAST(`leaves_1`.`code_0` AS BIGINT) AS `step_0`,
  CAST(0 AS BIGINT) AS `step_1`,
  CAST(0 AS BIGINT) AS `step_2`
FROM `leaves_1`
LIMIT 101;
