-- two columns
/* Where do the values of all quasi-identifiers lie? */
/* Reads the values of each quasi-identifier in their order. */
/* One row: the number of a quasi-identifier, a position in its order, and the coordinate of the value there. */
SELECT
  0 AS "of_axis",
  "position" AS "at_position",
  "coordinate"
FROM "order_0"
UNION ALL
SELECT
  1 AS "of_axis",
  "position" AS "at_position",
  "coordinate"
FROM "order_1";
