-- T is a table
/* Which values of one quasi-identifier does P have? */
/* Reads verified_tuples; a value that T alone has is never fetched. */
/* One row: a value of P, its text, its people, and a position for fetching. */
SELECT
  `value`,
  CAST(`value` AS STRING) AS `leaf`,
  `public_count`,
  ROW_NUMBER() OVER (ORDER BY CAST(`value` AS STRING) NULLS LAST) - 1 AS `position`
FROM (
  SELECT
    `v1` AS `value`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`
  FROM `verified_tuples`
  WHERE
    `public_count` > 0
  GROUP BY
    `v1`
) AS `values_of_p`;

-- boxes, formulas quoted
/* Which values of one quasi-identifier does P have? */
/* Reads verified_tuples; a value that T alone has is never fetched. */
/* One row: a value of P, its text, its people, and a position for fetching. */
SELECT
  `value`,
  CAST(`value` AS STRING) AS `leaf`,
  `public_count`,
  ROW_NUMBER() OVER (ORDER BY CAST(`value` AS STRING) NULLS LAST) - 1 AS `position`
FROM (
  SELECT
    `v0` AS `value`,
    CAST(SUM(`public_count`) AS BIGINT) AS `public_count`
  FROM `verified_tuples`
  WHERE
    `public_count` > 0
  GROUP BY
    `v0`
) AS `values_of_p`;
