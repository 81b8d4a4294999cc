-- T is a table
/* A chunk of the values that the verifier generalizes. */
/* Reads verified_values. */
/* One row: a value of P. */
SELECT
  "leaf"
FROM "verified_values"
WHERE
  "position" >= 0 AND "position" < 20000;

-- T is a table, formulas quoted
/* A chunk of the values that the verifier generalizes. */
/* Reads verified_values. */
/* One row: a value of P. */
SELECT
  "leaf"
FROM "verified_values"
WHERE
  "position" >= 20000 AND "position" < 40000;
