-- boxes
/* Which boxes may hold the tuples that begin with a prefix? */
/* Reads the candidates of the prefixes that are one axis shorter (of the empty one: all boxes), and the prefixes (of all axes: the spots). */
/* One row: a prefix and a box whose ranges hold it, with the ranges of the other axes. */
SELECT
  "candidates"."box",
  "prefixes"."x0",
  "prefixes"."x1",
  "prefixes"."spot",
  "prefixes"."public_count",
  "prefixes"."private_count"
FROM "candidates_1" AS "candidates"
JOIN "verified_spots" AS "prefixes"
  ON "prefixes"."x0" = "candidates"."x0"
  AND "prefixes"."x1" BETWEEN "candidates"."low1" AND "candidates"."high1";

-- boxes, formulas quoted
/* Which boxes may hold the tuples that begin with a prefix? */
/* Reads the candidates of the prefixes that are one axis shorter (of the empty one: all boxes), and the prefixes (of all axes: the spots). */
/* One row: a prefix and a box whose ranges hold it, with the ranges of the other axes. */
SELECT
  "candidates"."box",
  "prefixes"."x0",
  "candidates"."low1",
  "candidates"."high1"
FROM "verified_boxes" AS "candidates"
JOIN "prefixes_1" AS "prefixes"
  ON "prefixes"."x0" BETWEEN "candidates"."low0" AND "candidates"."high0";
