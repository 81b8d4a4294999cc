-- T is a table
/* What does the verifier count in P, by itself? */
/* Reads public_table (P) once. */
/* One row: a distinct tuple of quasi-identifiers as text, with its rows of P. */
SELECT
  `public_table`.`town` AS `v0`,
  `public_table`.`born` AS `v1`,
  COUNT(*) AS `public_count`
FROM `public_table`
GROUP BY
  `public_table`.`town`,
  `public_table`.`born`;

-- T is given by key
/* What does the verifier count in P, by itself? */
/* Reads public_table (P) once. */
/* One row: a distinct tuple of quasi-identifiers as text, with its rows of P. */
SELECT
  `public_table`.`town` AS `v0`,
  COUNT(*) AS `public_count`
FROM `public_table`
GROUP BY
  `public_table`.`town`;
