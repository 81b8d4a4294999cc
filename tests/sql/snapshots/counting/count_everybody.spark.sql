-- two columns
/* How many people have each tuple, if all of P is T? */
/* Reads tuples. */
/* One row: a tuple of values with its rows of P, which stand for rows of T as well. */
SELECT
  `q0`,
  `q1`,
  `public_count`,
  `public_count` AS `private_count`
FROM `tuples`;
