-- of a column
/* How many people has each part under each label one level down? */
/* Reads the tuples of the open parts. */
/* One row: a part, a quasi-identifier by which it may be cut, a label by its code, with its rows of P and of T. */
SELECT
  "part",
  0 AS "axis",
  "child_0" AS "code",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "tuples_of_parts"
WHERE
  NOT "child_0" IS NULL
GROUP BY
  "part",
  "child_0";
