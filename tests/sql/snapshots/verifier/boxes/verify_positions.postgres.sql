-- boxes
/* Where do the values of one quasi-identifier stand in an order? */
/* Reads the values of P, and the places that a list or hierarchy gives them where there is one. */
/* One row: a value of P with its text, its people, and how many values come before it. */
SELECT
  "value",
  "leaf",
  "public_count",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, CAST("leaf" AS DECIMAL(38, 12)), "leaf"
  ) - 1 AS INT) AS "position"
FROM "verified_values";

-- boxes, formulas quoted
/* Where do the values of one quasi-identifier stand in an order? */
/* Reads the values of P, and the places that a list or hierarchy gives them where there is one. */
/* One row: a value of P with its text, its people, and how many values come before it. */
SELECT
  "value",
  "leaf",
  "public_count",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "place" IS NULL AND "leaf" IS NULL THEN 0 ELSE 1 END, "place", "leaf"
  ) - 1 AS INT) AS "position"
FROM "verified_values"
LEFT JOIN "given_places"
  ON "verified_values"."leaf" IS NOT DISTINCT FROM "given_places"."listed";
