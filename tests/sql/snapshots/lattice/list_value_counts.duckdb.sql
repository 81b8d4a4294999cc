-- rare people climb, a column protected
/* Which values does T hold in a sensitive column, if there are few? */
/* Reads the sensitive values. */
/* One row: a value with its rows of T, in the order of positions. */
SELECT
  "value",
  "row_count"
FROM "sensitive_values_0"
ORDER BY
  "position"
LIMIT 2000001;
