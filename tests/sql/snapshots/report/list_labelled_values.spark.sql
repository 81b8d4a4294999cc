-- codes and positions
/* Which value of P has a label? */
/* Reads the values of each quasi-identifier that is asked about. */
/* One row: a quasi-identifier, the code of a label, or the position of a value, and the least value there as text. */
SELECT
  0 AS `quasi_identifier`,
  CAST(`code_1` AS BIGINT) AS `code`,
  MIN(`leaf`) AS `leaf`
FROM `leaves_0`
WHERE
  `code_1` IN (3, 7)
GROUP BY
  `code_1`
UNION ALL
SELECT
  2 AS `quasi_identifier`,
  CAST(`position` AS BIGINT) AS `code`,
  MIN(`leaf`) AS `leaf`
FROM `order_2`
WHERE
  `position` IN (0)
GROUP BY
  `position`;
