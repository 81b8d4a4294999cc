-- parts along the hierarchies
/* Which parts did a round of cuts make, and how? */
/* Reads the new parts. */
/* One row: a part, the part above it, the quasi-identifier of the cut and the number of the label there, NULL for the rest, the numbers of all its labels, and its people of P and rows of T. */
SELECT
  "part",
  "above",
  "axis",
  "label",
  "label_0",
  "label_1",
  "public_count",
  "private_count"
FROM "cut_parts_0";
