-- parts along the hierarchies
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, the labels of the parts that are cut, and the new parts. */
/* One row: a tuple with the number of its new part, its codes, of each quasi-identifier the code by which it may be cut next, NULL if it is not, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q0_level_1",
  "tuples"."q1_level_0",
  "tuples"."q1_level_1",
  CASE "parts"."open_0"
    WHEN 1
    THEN "tuples"."q0_level_0"
    WHEN 2
    THEN "tuples"."q0_level_1"
  END AS "child_0",
  CASE "parts"."open_1"
    WHEN 1
    THEN "tuples"."q1_level_0"
    WHEN 2
    THEN "tuples"."q1_level_1"
  END AS "child_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM "cut_tuples_0" AS "tuples"
JOIN (
  SELECT DISTINCT
    "part",
    "axis"
  FROM "cut_sides"
) AS "cuts"
  ON "tuples"."part" = "cuts"."part"
JOIN "cut_sides" AS "sides"
  ON "tuples"."part" = "sides"."part"
  AND "sides"."code" = CASE "cuts"."axis" WHEN 0 THEN "tuples"."child_0" WHEN 1 THEN "tuples"."child_1" END
JOIN "cut_parts_1" AS "parts"
  ON "sides"."side" = "parts"."part"
WHERE
  "parts"."private_count" > 0;

-- parts along the hierarchies, a rest and a column kept
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, the labels of the parts that are cut, and the new parts. */
/* One row: a tuple with the number of its new part, its codes, of each quasi-identifier the code by which it may be cut next, NULL if it is not, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q0_level_1",
  "tuples"."q1_level_0",
  "tuples"."q1_level_1",
  CASE "parts"."open_0"
    WHEN 1
    THEN "tuples"."q0_level_0"
    WHEN 2
    THEN "tuples"."q0_level_1"
  END AS "child_0",
  CASE "parts"."open_1"
    WHEN 1
    THEN "tuples"."q1_level_0"
    WHEN 2
    THEN "tuples"."q1_level_1"
  END AS "child_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM "cut_tuples_1" AS "tuples"
JOIN (
  SELECT DISTINCT
    "part",
    "axis"
  FROM "cut_sides"
) AS "cuts"
  ON "tuples"."part" = "cuts"."part"
JOIN "cut_sides" AS "sides"
  ON "tuples"."part" = "sides"."part"
  AND "sides"."code" = CASE "cuts"."axis" WHEN 0 THEN "tuples"."child_0" WHEN 1 THEN "tuples"."child_1" END
JOIN "cut_parts_0" AS "parts"
  ON "sides"."side" = "parts"."part"
WHERE
  "parts"."private_count" > 0;
