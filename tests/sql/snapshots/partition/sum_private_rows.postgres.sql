-- all
/* How many rows of T have such a box? */
/* Reads the boxes. */
/* One row: their number. */
SELECT
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_rows"
FROM "boxes"
WHERE
  TRUE;
