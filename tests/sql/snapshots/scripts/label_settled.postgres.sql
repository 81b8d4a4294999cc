-- people climb
/* Everybody of P and every row of T with the labels of the step where they settle. */
/* Reads everybody with their labels on all steps, and who has settled by which. */
/* One row: people of P with equal values, or a row of T. */
SELECT
  CASE WHEN "settled_3" = 1 THEN "level_town_1" ELSE '*' END AS "town",
  CASE
    WHEN "settled_1" = 1
    THEN "level_born_1"
    WHEN "settled_2" = 1
    THEN "level_born_2"
    ELSE '*'
  END AS "born",
  "public_count",
  "private_count",
  "problem"
FROM "settled_3";
