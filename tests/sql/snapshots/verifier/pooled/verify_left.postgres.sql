-- rare people climb
/* Who does not settle on a step? */
/* Reads the texts of those who come to it, and the classes that settle. */
/* One row: a combination of texts on all levels, with its people of P and rows of T. */
SELECT
  "climbers"."t0_0",
  "climbers"."t0_1",
  "climbers"."t0_2",
  "climbers"."t1_1",
  "climbers"."t1_2",
  "climbers"."public_count",
  "climbers"."private_count"
FROM "verified_left_0" AS "climbers"
LEFT JOIN "verified_settled_0"
  ON "t0_0" IS NOT DISTINCT FROM "verified_settled_0"."c0"
  AND "t1_1" IS NOT DISTINCT FROM "verified_settled_0"."c1"
WHERE
  "verified_settled_0"."public_count" IS NULL;

-- rare people climb along columns
/* Who does not settle on a step? */
/* Reads the texts of those who come to it, and the classes that settle. */
/* One row: a combination of texts on all levels, with its people of P and rows of T. */
SELECT
  "climbers"."t0_0",
  "climbers"."t0_1",
  "climbers"."t0_2",
  "climbers"."t1_0",
  "climbers"."t1_1",
  "climbers"."t1_2",
  "climbers"."public_count",
  "climbers"."private_count"
FROM "verified_left_0" AS "climbers"
LEFT JOIN "verified_settled_0"
  ON "t0_0" IS NOT DISTINCT FROM "verified_settled_0"."c0"
  AND "t1_0" IS NOT DISTINCT FROM "verified_settled_0"."c1"
WHERE
  "verified_settled_0"."public_count" IS NULL;

-- rare people climb, a column kept
/* Who does not settle on a step? */
/* Reads the texts of those who come to it, and the classes that settle. */
/* One row: a combination of texts on all levels, with its people of P and rows of T. */
SELECT
  "climbers"."t0_0",
  "climbers"."t0_1",
  "climbers"."t0_2",
  "climbers"."t1_1",
  "climbers"."t1_2",
  "climbers"."public_count",
  "climbers"."private_count"
FROM "verified_left_1" AS "climbers"
LEFT JOIN "verified_settled_1"
  ON "t0_1" IS NOT DISTINCT FROM "verified_settled_1"."c0"
  AND "t1_1" IS NOT DISTINCT FROM "verified_settled_1"."c1"
WHERE
  "verified_settled_1"."public_count" IS NULL;

-- rare people climb, a column protected
/* Who does not settle on a step? */
/* Reads the texts of those who come to it, and the classes that settle. */
/* One row: a combination of texts on all levels, with its people of P and rows of T. */
SELECT
  "climbers"."t0_0",
  "climbers"."t0_1",
  "climbers"."t0_2",
  "climbers"."t1_1",
  "climbers"."t1_2",
  "climbers"."public_count",
  "climbers"."private_count"
FROM "verified_left_2" AS "climbers"
LEFT JOIN "verified_settled_2"
  ON "t0_2" IS NOT DISTINCT FROM "verified_settled_2"."c0"
  AND "t1_1" IS NOT DISTINCT FROM "verified_settled_2"."c1"
WHERE
  "verified_settled_2"."public_count" IS NULL;
