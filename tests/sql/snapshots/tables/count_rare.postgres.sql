-- two columns
/* How many distinct combinations have the values of some columns of a public table, and how many people have one that few share? */
/* Reads public_table. */
/* One row: the combinations, all people, and those whose combination has fewer than some number of people. */
SELECT
  COUNT(*) AS "combinations",
  SUM("people") AS "all_people",
  SUM(CASE WHEN "people" < 20 THEN "people" ELSE 0 END) AS "rare_people"
FROM (
  SELECT
    COUNT(*) AS "people"
  FROM "public_table"
  GROUP BY
    "age",
    "sex"
) AS "combined";
