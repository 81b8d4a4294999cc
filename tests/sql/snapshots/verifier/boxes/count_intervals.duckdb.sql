-- boxes
/* How many intervals may the values of one quasi-identifier lie in? */
/* Reads the intervals of the values. */
/* One row: one more than the greatest number of an interval. */
SELECT
  CAST(COALESCE(MAX("position"), 0) + 1 AS BIGINT) AS "interval_count"
FROM "intervals_1";

-- boxes, formulas quoted
/* How many intervals may the values of one quasi-identifier lie in? */
/* Reads the intervals of the values. */
/* One row: one more than the greatest number of an interval. */
SELECT
  CAST(COALESCE(MAX("position"), 0) + 1 AS BIGINT) AS "interval_count"
FROM "intervals_0";
