-- parts along the hierarchies
/* Which labels have parts that were made by cuts? */
/* Reads all parts that were made, and the labels. */
/* One row: a quasi-identifier, the number of a label, and its text. */
SELECT DISTINCT
  "labels"."axis",
  "labels"."number",
  "labels"."label"
FROM "made_parts" AS "made"
JOIN "cut_labels" AS "labels"
  ON "made"."axis" = "labels"."axis" AND "made"."label" = "labels"."number";
