-- parts along the hierarchies
/* In which order are the labels of a level tried and listed? */
/* Reads the labels, whose texts are compared by bytes once they are stored. */
/* One row: a label with its place on its level, and its number on all levels; NULL is last. */
SELECT
  "axis",
  "level",
  "code",
  "label",
  "leaves_lost",
  "gain",
  "width_above",
  ROW_NUMBER() OVER (PARTITION BY "axis", "level" ORDER BY "label") AS "place",
  ROW_NUMBER() OVER (PARTITION BY "axis" ORDER BY "level", "label") AS "number"
FROM "unordered_labels";
