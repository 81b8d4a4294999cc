-- boxes
/* Which cells does one column of the release hold? */
/* Reads the release. */
/* One row: a distinct cell, what it says without the apostrophe of a formula, and a position for fetching. */
SELECT
  "cell",
  "distinct_cells"."cell" AS "text",
  ROW_NUMBER() OVER (ORDER BY "cell") - 1 AS "position"
FROM (
  SELECT DISTINCT
    CAST("release"."town" AS TEXT) AS "cell"
  FROM "release"
) AS "distinct_cells";

-- boxes, a column kept
/* Which cells does one column of the release hold? */
/* Reads the release. */
/* One row: a distinct cell, what it says without the apostrophe of a formula, and a position for fetching. */
SELECT
  "cell",
  "distinct_cells"."cell" AS "text",
  ROW_NUMBER() OVER (ORDER BY "cell") - 1 AS "position"
FROM (
  SELECT DISTINCT
    CAST("release"."born" AS TEXT) AS "cell"
  FROM "release"
) AS "distinct_cells";

-- boxes, formulas quoted
/* Which cells does one column of the release hold? */
/* Reads the release. */
/* One row: a distinct cell, what it says without the apostrophe of a formula, and a position for fetching. */
SELECT
  "cell",
  CASE
    WHEN "distinct_cells"."cell" ~ '^'''
    THEN SUBSTRING("distinct_cells"."cell" FROM 2)
    ELSE "distinct_cells"."cell"
  END AS "text",
  ROW_NUMBER() OVER (ORDER BY "cell") - 1 AS "position"
FROM (
  SELECT DISTINCT
    CAST("release"."town" AS TEXT) AS "cell"
  FROM "release"
) AS "distinct_cells";
