-- of two levels
/* By which codes do the tuples know the labels of some levels? */
/* Reads the labels. */
/* One row: a quasi-identifier, a level, a label of it, and its code. */
SELECT
  "axis",
  "level",
  "label",
  "code"
FROM "cut_labels"
WHERE
  (
    "axis" = 0 AND "level" = 1
  ) OR (
    "axis" = 1 AND "level" = 0
  );
