-- of all columns
/* How many labels of a part have how many people? */
/* Reads the children of parts. */
/* One row: a part, a quasi-identifier, people of P and rows of T, and the number of labels that have so many. */
SELECT
  "part",
  "axis",
  "public_count",
  "private_count",
  COUNT(*) AS "labels"
FROM "children_of_parts"
GROUP BY
  "part",
  "axis",
  "public_count",
  "private_count";
