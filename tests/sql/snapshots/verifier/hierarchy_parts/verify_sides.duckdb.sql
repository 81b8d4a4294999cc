-- parts along the hierarchies
/* Which numbers have the labels of the sides of some cuts? */
/* Reads the sides, and the labels of the verifier. */
/* One row: a part that is cut, the number of a label, and the part that people with it are sent to. */
SELECT
  "sides"."part",
  "labels"."number",
  "sides"."side"
FROM "given_sides" AS "sides"
JOIN (
  SELECT DISTINCT
    "label",
    "number"
  FROM "labels_0_0"
) AS "labels"
  ON "sides"."label" IS NOT DISTINCT FROM "labels"."label"
WHERE
  "sides"."place" = 0
UNION ALL
SELECT
  "sides"."part",
  "labels"."number",
  "sides"."side"
FROM "given_sides" AS "sides"
JOIN (
  SELECT DISTINCT
    "label",
    "number"
  FROM "labels_0_1"
) AS "labels"
  ON "sides"."label" IS NOT DISTINCT FROM "labels"."label"
WHERE
  "sides"."place" = 1
UNION ALL
SELECT
  "sides"."part",
  "labels"."number",
  "sides"."side"
FROM "given_sides" AS "sides"
JOIN (
  SELECT DISTINCT
    "label",
    "number"
  FROM "labels_1_1"
) AS "labels"
  ON "sides"."label" IS NOT DISTINCT FROM "labels"."label"
WHERE
  "sides"."place" = 2;
