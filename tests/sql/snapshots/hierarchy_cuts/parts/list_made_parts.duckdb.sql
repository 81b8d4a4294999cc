-- all
/* Which parts were made by cuts, and how? */
/* Reads all parts that were made. */
/* One row: a part, the part above it, the quasi-identifier of the cut, and the number of the label there, 0 for the rest. */
SELECT
  "part",
  "above",
  "axis",
  COALESCE("label", 0) AS "label"
FROM "made_parts"
WHERE
  "part" > 0
ORDER BY
  "part";
