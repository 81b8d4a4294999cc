-- two columns
/* Which people of P serve as examples? */
/* Reads tuples. */
/* One row: the values of a tuple as text, at one of the wanted places in the order of all. */
SELECT
  CAST("q0" AS TEXT) AS "q0",
  CAST("q1" AS TEXT) AS "q1"
FROM (
  SELECT
    "q0",
    "q1",
    ROW_NUMBER() OVER (ORDER BY "q0", "q1") AS "place"
  FROM "tuples"
) AS "ordered"
WHERE
  "place" IN (1, 4)
ORDER BY
  "place";
