-- boxes, formulas quoted
/* Which positions do tuples have on the first axes? */
/* Reads the spots, or the prefixes that are one axis longer. */
/* One row: a distinct combination. */
SELECT DISTINCT
  `x0`
FROM `verified_spots`;
