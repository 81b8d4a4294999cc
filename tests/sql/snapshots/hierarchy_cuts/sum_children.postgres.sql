-- parts along the hierarchies
/* How many labels has each open part by each quasi-identifier, and what do they come to? */
/* Reads the children of the parts. */
/* One row: a part and a quasi-identifier by which it may be cut, with its labels, those that fail, those that stay in the rest, the rows of P and of T of these, and of all others how much less their rows lose and what they are expected to lose. */
SELECT
  "part",
  "axis",
  COUNT(*) AS "children",
  SUM("fails") AS "failing",
  SUM("stays") AS "staying",
  CAST(SUM("stays" * "public_count") AS BIGINT) AS "public_rest",
  CAST(SUM("stays" * "private_count") AS BIGINT) AS "private_rest",
  MAX("width") AS "width_rest",
  MAX("width_above") AS "width_above",
  MAX("last_axis") AS "last_axis",
  SUM(CASE WHEN "stays" = 0 THEN "counted_rows" * "gain" ELSE 0 END) AS "gained",
  SUM(CASE WHEN "stays" = 0 THEN "expected" ELSE 0 END) AS "expected"
FROM "cut_children"
GROUP BY
  "part",
  "axis"
HAVING
  SUM("fails") = 0 OR SUM("stays") < COUNT(*);
