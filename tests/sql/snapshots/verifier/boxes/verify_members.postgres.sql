-- boxes, formulas quoted
/* In which box does a row of T lie? */
/* Reads covered_spots. */
/* One row: a spot of T, once, and its box. */
SELECT DISTINCT
  "x0",
  "x1",
  "box"
FROM "covered_spots"
WHERE
  "private_count" > 0;
