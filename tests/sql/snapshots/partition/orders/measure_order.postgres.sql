-- one column
/* How many values does an order have, how many of P can it not place, and which come first and last? */
/* Reads the values of one quasi-identifier in their order. */
/* One row: these numbers. Of values that are measured all must be numbers, or all dates. The first and the last position are those of values, the other is that of NULL. */
SELECT
  COUNT(*) AS "value_count",
  CAST(COALESCE(SUM(CASE WHEN "place" IS NULL AND NOT "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "unplaced_values",
  CAST(COALESCE(SUM(CASE WHEN NOT "leaf" IS NULL AND NOT TRUE THEN 1 ELSE 0 END), 0) AS BIGINT) AS "other_than_numbers",
  CAST(COALESCE(SUM(CASE WHEN NOT "leaf" IS NULL AND NOT TRUE THEN 1 ELSE 0 END), 0) AS BIGINT) AS "other_than_dates",
  MIN(CASE WHEN NOT "leaf" IS NULL THEN "position" END) AS "first_position",
  MAX(CASE WHEN NOT "leaf" IS NULL THEN "position" END) AS "last_position",
  MAX(CASE WHEN "leaf" IS NULL THEN "position" END) AS "null_position"
FROM "order_1";
