-- P is known from a sample
/* Which tuples of texts lie between two positions, and what is said of them? */
/* Reads the listed tuples. */
/* One row: a tuple of texts, with the sum of its people or shares. */
SELECT
  `t0`,
  `measure`
FROM `listed`
WHERE
  `position` >= 0 AND `position` < 20000
ORDER BY
  `position` NULLS LAST;

-- P is known from tables
/* Which tuples of texts lie between two positions, and what is said of them? */
/* Reads the listed tuples. */
/* One row: a tuple of texts, with the sum of its people or shares. */
SELECT
  `t0`,
  `t1`,
  `measure`
FROM `listed`
WHERE
  `position` >= 0 AND `position` < 20000
ORDER BY
  `position` NULLS LAST;
