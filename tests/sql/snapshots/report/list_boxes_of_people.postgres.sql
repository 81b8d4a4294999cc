-- two columns
/* Which box is each of a few people of P in? */
/* Reads these people, the values of each quasi-identifier in their order, and the boxes. */
/* One row: the number of a person, and the ends of a box as positions; nothing of who is in no box. */
SELECT
  "people"."number",
  "boxes"."low0",
  "boxes"."high0",
  "boxes"."low1",
  "boxes"."high1"
FROM "example_people" AS "people"
JOIN "order_0" AS "places_of_0"
  ON "people"."value_0" IS NOT DISTINCT FROM "places_of_0"."leaf"
JOIN "order_1" AS "places_of_1"
  ON "people"."value_1" IS NOT DISTINCT FROM "places_of_1"."leaf"
JOIN "boxes" AS "boxes"
  ON "places_of_0"."position" BETWEEN "boxes"."low0" AND "boxes"."high0"
  AND "places_of_1"."position" BETWEEN "boxes"."low1" AND "boxes"."high1"
ORDER BY
  "people"."number",
  "boxes"."low0",
  "boxes"."high0",
  "boxes"."low1",
  "boxes"."high1";
