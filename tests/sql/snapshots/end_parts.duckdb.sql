-- parts along the hierarchies
/* Which parts are not cut again? */
/* Reads the parts, and the labels of those that are cut. */
/* One row: a final part with its labels, its people of P and rows of T. */
SELECT
  "part",
  "c0",
  "c1",
  "lost0",
  "lost1",
  "public_count",
  "private_count"
FROM "cut_parts_0"
WHERE
  NOT "part" IN (
    SELECT
      "part"
    FROM "cut_sides"
  );
