-- two columns
/* How many rows of T have no equal row in P, by some columns as text, and how many has T more often? */
/* Reads public_table, private_table. */
/* One row: the rows of T that no row of P is equal to, and those beyond the equal rows of P. */
SELECT
  COALESCE(SUM(CASE WHEN "public_rows" = 0 THEN "private_rows" END), 0) AS "unmatched_rows",
  COALESCE(SUM(CASE WHEN "public_rows" > 0 THEN "private_rows" - "public_rows" END), 0) AS "surplus_rows"
FROM (
  SELECT
    SUM("public_row") AS "public_rows",
    SUM("private_row") AS "private_rows"
  FROM (
    SELECT
      CAST("age" AS TEXT) AS "c0",
      CAST("sex" AS TEXT) AS "c1",
      1 AS "public_row",
      0 AS "private_row"
    FROM "public_table"
    UNION ALL
    SELECT
      CAST("age" AS TEXT),
      CAST("sex" AS TEXT),
      0,
      1
    FROM "private_table"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1"
) AS "compared"
WHERE
  "private_rows" > "public_rows";
