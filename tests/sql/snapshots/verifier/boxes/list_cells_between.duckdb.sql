-- boxes, formulas quoted
/* A chunk of the released cells that the verifier reads. */
/* Reads verified_cells. */
/* One row: the number of a cell and its text. */
SELECT
  "position",
  "text"
FROM "verified_cells"
WHERE
  "position" >= 0 AND "position" < 20000;
