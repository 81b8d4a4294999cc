-- boxes
/* Which range of values is each released cell of one quasi-identifier? */
/* Reads the cells, all ways to read them, and the positions of the values of P. */
/* One row: a cell, its least and greatest position, and in how many ways it can be read. */
SELECT
  "verified_cells"."cell",
  MIN("readings"."low") AS "low",
  MAX("readings"."high") AS "high",
  COUNT("readings"."cell_number") AS "reading_count"
FROM "verified_cells"
LEFT JOIN (
  SELECT
    "given_readings"."cell_number",
    "lows"."position" AS "low",
    "highs"."position" AS "high"
  FROM "given_readings"
  JOIN "positions_1" AS "lows"
    ON "lows"."leaf" IS NOT DISTINCT FROM "given_readings"."low"
  JOIN "positions_1" AS "highs"
    ON "highs"."leaf" IS NOT DISTINCT FROM "given_readings"."high"
    AND "lows"."position" <= "highs"."position"
) AS "readings"
  ON "readings"."cell_number" = "verified_cells"."position"
GROUP BY
  "verified_cells"."position",
  "verified_cells"."cell";

-- boxes, formulas quoted
/* Which range of values is each released cell of one quasi-identifier? */
/* Reads the cells, all ways to read them, and the positions of the values of P. */
/* One row: a cell, its least and greatest position, and in how many ways it can be read. */
SELECT
  "verified_cells"."cell",
  MIN("readings"."low") AS "low",
  MAX("readings"."high") AS "high",
  COUNT("readings"."cell_number") AS "reading_count"
FROM "verified_cells"
LEFT JOIN (
  SELECT
    "given_readings"."cell_number",
    "lows"."position" AS "low",
    "highs"."position" AS "high"
  FROM "given_readings"
  JOIN "positions_0" AS "lows"
    ON "lows"."leaf" IS NOT DISTINCT FROM "given_readings"."low"
  JOIN "positions_0" AS "highs"
    ON "highs"."leaf" IS NOT DISTINCT FROM "given_readings"."high"
    AND "lows"."position" <= "highs"."position"
) AS "readings"
  ON "readings"."cell_number" = "verified_cells"."position"
GROUP BY
  "verified_cells"."position",
  "verified_cells"."cell";
