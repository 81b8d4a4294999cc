-- T is a table
/* Which values of one quasi-identifier must the verifier generalize? */
/* Reads verified_tuples; a value that T alone has is never fetched, and finds no label. */
/* One row: a value of P, its text, and a position for fetching. */
SELECT
  `value`,
  CAST(`value` AS STRING) AS `leaf`,
  ROW_NUMBER() OVER (ORDER BY CAST(`value` AS STRING) NULLS LAST) - 1 AS `position`
FROM (
  SELECT DISTINCT
    `v1` AS `value`
  FROM `verified_tuples`
  WHERE
    `public_count` > 0
) AS `values_of_p`;
