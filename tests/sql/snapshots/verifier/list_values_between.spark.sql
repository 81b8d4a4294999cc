-- T is a table
/* A chunk of the values that the verifier generalizes or sorts. */
/* Reads verified_values. */
/* One row: a value of P and its people. */
SELECT
  `leaf`,
  `public_count`
FROM `verified_values`
WHERE
  `position` >= 0 AND `position` < 20000;
