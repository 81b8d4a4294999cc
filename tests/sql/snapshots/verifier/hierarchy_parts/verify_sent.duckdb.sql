-- parts along the hierarchies
/* To which side of the cut of its part is each tuple sent? */
/* Reads the tuples of a depth, the cuts of their parts, and the labels of the sides. */
/* One row: a tuple with the number of its new part, none if the cut has no place for it. */
SELECT
  COALESCE("sides"."side", "cuts"."rest") AS "part",
  "sent"."n0",
  "sent"."n1",
  "sent"."n2",
  "sent"."public_count",
  "sent"."private_count"
FROM "verified_sent_0" AS "sent"
JOIN "verified_cuts" AS "cuts"
  ON "sent"."part" = "cuts"."part"
LEFT JOIN "verified_sides" AS "sides"
  ON "cuts"."part" = "sides"."part"
  AND "sides"."number" = CASE "cuts"."place"
    WHEN 0
    THEN "sent"."n0"
    WHEN 1
    THEN "sent"."n1"
    WHEN 2
    THEN "sent"."n2"
  END;

-- parts along the hierarchies, a rest and a column kept
/* To which side of the cut of its part is each tuple sent? */
/* Reads the tuples of a depth, the cuts of their parts, and the labels of the sides. */
/* One row: a tuple with the number of its new part, none if the cut has no place for it. */
SELECT
  COALESCE("sides"."side", "cuts"."rest") AS "part",
  "sent"."v0",
  "sent"."v1",
  "sent"."n0",
  "sent"."n1",
  "sent"."n2",
  "sent"."public_count",
  "sent"."private_count"
FROM "verified_sent_0" AS "sent"
JOIN "verified_cuts" AS "cuts"
  ON "sent"."part" = "cuts"."part"
LEFT JOIN "verified_sides" AS "sides"
  ON "cuts"."part" = "sides"."part"
  AND "sides"."number" = CASE "cuts"."place"
    WHEN 0
    THEN "sent"."n0"
    WHEN 1
    THEN "sent"."n1"
    WHEN 2
    THEN "sent"."n2"
  END;

-- parts along the hierarchies, a rest kept and a column protected
/* To which side of the cut of its part is each tuple sent? */
/* Reads the tuples of a depth, the cuts of their parts, and the labels of the sides. */
/* One row: a tuple with the number of its new part, none if the cut has no place for it. */
SELECT
  COALESCE("sides"."side", "cuts"."rest") AS "part",
  "sent"."v0",
  "sent"."v1",
  "sent"."n0",
  "sent"."n1",
  "sent"."n2",
  "sent"."public_count",
  "sent"."private_count"
FROM "verified_sent_1" AS "sent"
JOIN "verified_cuts" AS "cuts"
  ON "sent"."part" = "cuts"."part"
LEFT JOIN "verified_sides" AS "sides"
  ON "cuts"."part" = "sides"."part"
  AND "sides"."number" = CASE "cuts"."place"
    WHEN 0
    THEN "sent"."n0"
    WHEN 1
    THEN "sent"."n1"
    WHEN 2
    THEN "sent"."n2"
  END;
