-- parts along the hierarchies
/* How many labels has each quasi-identifier on each level below the root? */
/* Reads the labels. */
/* One row: a quasi-identifier, a level, and the number of its labels. */
SELECT
  "axis",
  "level",
  COUNT(*) AS "labels"
FROM "cut_labels"
GROUP BY
  "axis",
  "level";
