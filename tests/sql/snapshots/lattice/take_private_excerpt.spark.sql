-- whole
/* The private excerpt of the frequency set: what costs by classes depend on. */
/* Reads the frequency set once. */
/* One row: a row of the frequency set with people of T. */
SELECT
  *
FROM `frequency_set`
WHERE
  `private_count` > 0;
