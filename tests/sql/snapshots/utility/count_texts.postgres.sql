-- c0
/* How many rows have each text of a column, or each pair of texts of two? */
/* Reads the rows of T, or of a release, as texts. */
/* One row: the texts with their rows; at most one more than are wanted. */
SELECT
  "c0",
  CAST(SUM("number") AS BIGINT) AS "number"
FROM "own_cells"
GROUP BY
  "c0"
LIMIT 200001;

-- c0 and k0
/* How many rows have each text of a column, or each pair of texts of two? */
/* Reads the rows of T, or of a release, as texts. */
/* One row: the texts with their rows; at most one more than are wanted. */
SELECT
  "c0",
  "k0",
  CAST(SUM("number") AS BIGINT) AS "number"
FROM "own_cells"
GROUP BY
  "c0",
  "k0"
LIMIT 200001;
