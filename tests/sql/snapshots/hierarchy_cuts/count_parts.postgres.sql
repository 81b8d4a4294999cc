-- parts along the hierarchies
/* How many parts did a round of cuts make, of how many, and in how many of them do rows count? */
/* Reads the new parts. */
/* One row: these numbers. */
SELECT
  COUNT(*) AS "parts",
  COUNT(DISTINCT "above") AS "cuts",
  COUNT(CASE WHEN "private_count" > 0 THEN 1 END) AS "open_parts"
FROM "cut_parts_1";

-- parts along the hierarchies, a rest and a column kept
/* How many parts did a round of cuts make, of how many, and in how many of them do rows count? */
/* Reads the new parts. */
/* One row: these numbers. */
SELECT
  COUNT(*) AS "parts",
  COUNT(DISTINCT "above") AS "cuts",
  COUNT(CASE WHEN "private_count" > 0 THEN 1 END) AS "open_parts"
FROM "cut_parts_0";
