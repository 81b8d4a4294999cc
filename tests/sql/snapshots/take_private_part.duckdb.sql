-- whole
/* The part of the frequency set with rows of T, which class metrics depend on alone. */
/* Reads the frequency set once. */
/* One row: a row of the frequency set. */
SELECT
  *
FROM "frequency_set"
WHERE
  "private_count" > 0;
