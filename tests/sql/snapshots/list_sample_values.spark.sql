-- two columns
/* Which values does P have most often? */
/* Reads the values of each quasi-identifier. */
/* One row: a quasi-identifier with one of its most frequent values as text, and its rows of P. */
SELECT
  0 AS `quasi_identifier`,
  `leaf`,
  `public_count`
FROM (
  SELECT
    `leaf`,
    `public_count`
  FROM `leaves_0`
  ORDER BY
    `public_count` DESC,
    `leaf` NULLS LAST
  LIMIT 3
) AS `most_0`
UNION ALL
SELECT
  1 AS `quasi_identifier`,
  `leaf`,
  `public_count`
FROM (
  SELECT
    `leaf`,
    `public_count`
  FROM `leaves_1`
  ORDER BY
    `public_count` DESC,
    `leaf` NULLS LAST
  LIMIT 3
) AS `most_1`;
