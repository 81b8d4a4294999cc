-- two columns
/* On which step after the start do some people settle? */
/* Reads these people, and the tuples that climb. */
/* One row: the number of a person, and a step; nothing of who settles at the start. */
SELECT
  "people"."number",
  "settled"."step"
FROM "people_to_place" AS "people"
JOIN "settled" AS "settled"
  ON "people"."q0" IS NOT DISTINCT FROM CAST("settled"."q0" AS TEXT)
  AND "people"."q1" IS NOT DISTINCT FROM CAST("settled"."q1" AS TEXT)
ORDER BY
  "people"."number";
