-- a child and a rest
/* Which tuples are in some of the final parts, and what are their labels one level down? */
/* Reads the frequency set. */
/* One row: a tuple with the number of its part, of each quasi-identifier the code one level below that of the part, NULL if there is none, and its rows of P and of T. */
SELECT
  `part`,
  CASE WHEN `part` = 3 THEN `q0_level_0` WHEN `part` = 2 THEN `q0_level_1` END AS `child_0`,
  CASE WHEN `part` = 2 THEN `q1_level_0` END AS `child_1`,
  `public_count`,
  `private_count`
FROM (
  SELECT
    *,
    CASE
      WHEN `q0_level_1` = 4 AND `q1_level_0` = 7
      THEN 3
      WHEN NOT `q0_level_1` IN (4)
      THEN 2
    END AS `part`
  FROM `frequency_set`
) AS `placed`
WHERE
  NOT `part` IS NULL;
