-- parts along the hierarchies, a rest and a column kept
/* Which tuples of T are in parts that are not cut again? */
/* Reads the tuples of open parts, and the cuts. */
/* One row: a tuple with the number of its final part, and the code of its value in each quasi-identifier. */
SELECT
  `part`,
  `q0_level_0`,
  `q1_level_0`
FROM `cut_tuples_0`
WHERE
  `private_count` > 0
  AND NOT `part` IN (
    SELECT
      `part`
    FROM `chosen_cuts`
  );
