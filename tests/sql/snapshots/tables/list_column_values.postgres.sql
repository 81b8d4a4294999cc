-- two columns
/* Which values do columns of a public table have together? */
/* Reads public_table once. */
/* One row: their values as text, NULL being one, with the rows that have them, or their people; sorted, at most as many as are asked for. */
SELECT
  CAST("town" AS TEXT) AS "value_0",
  CAST("born" AS TEXT) AS "value_1",
  COUNT(*) AS "value_rows"
FROM "public_table"
GROUP BY
  CAST("town" AS TEXT),
  CAST("born" AS TEXT)
ORDER BY
  CAST("town" AS TEXT),
  CAST("born" AS TEXT)
LIMIT 1000001;
