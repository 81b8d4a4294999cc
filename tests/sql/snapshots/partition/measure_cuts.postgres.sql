-- all
/* How many cuts are there, and how many of their sides may be cut again? */
/* Reads the cuts. */
/* One row: these numbers. */
SELECT
  COUNT(*) AS "cuts",
  CAST(COALESCE(SUM("below_is_open" + "rest_is_open"), 0) AS BIGINT) AS "open_sides"
FROM "cuts";
