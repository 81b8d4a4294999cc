-- boxes
/* A chunk of the values that a verifier compares, each with the one before. */
/* Reads the values of one quasi-identifier in their order. */
/* One row: a value of P and its people. */
SELECT
  "leaf",
  "public_count"
FROM "positions_1"
WHERE
  "position" >= 0 AND "position" < 20000
ORDER BY
  "position";

-- boxes, formulas quoted
/* A chunk of the values that a verifier compares, each with the one before. */
/* Reads the values of one quasi-identifier in their order. */
/* One row: a value of P and its people. */
SELECT
  "leaf",
  "public_count"
FROM "positions_0"
WHERE
  "position" >= 0 AND "position" < 20000
ORDER BY
  "position";
