-- two columns
/* How many rows of T have a value of a column that hardly anybody else of P has? */
/* Reads the values of each column with their rows of P and T. */
/* One row: a column, the rows of T with values that nearly all of T have alone, and those that T has alone. */
SELECT
  0 AS "column_number",
  COALESCE(
    SUM(
      CASE
        WHEN "private_count" * 20 >= "public_count" * 19
        THEN "private_count"
        ELSE 0
      END
    ),
    0
  ) AS "telling_rows",
  COALESCE(SUM(CASE WHEN "private_count" = "public_count" THEN "private_count" ELSE 0 END), 0) AS "certain_rows"
FROM "leaves_0"
WHERE
  "public_count" >= 20
UNION ALL
SELECT
  1 AS "column_number",
  COALESCE(
    SUM(
      CASE
        WHEN "private_count" * 20 >= "public_count" * 19
        THEN "private_count"
        ELSE 0
      END
    ),
    0
  ) AS "telling_rows",
  COALESCE(SUM(CASE WHEN "private_count" = "public_count" THEN "private_count" ELSE 0 END), 0) AS "certain_rows"
FROM "leaves_1"
WHERE
  "public_count" >= 20;
