-- parts along the hierarchies
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, and the labels of the parts that are cut. */
/* One row: a tuple with the number of its new part, its codes, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q0_level_1",
  "tuples"."q1_level_0",
  "tuples"."q1_level_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM "cut_tuples_0" AS "tuples"
JOIN (
  SELECT DISTINCT
    "part",
    "axis",
    "level"
  FROM "cut_sides"
) AS "cuts"
  ON "tuples"."part" = "cuts"."part"
JOIN (
  SELECT
    "part",
    "code",
    "side",
    SUM("private_count") OVER (PARTITION BY "side") AS "counted_rows"
  FROM "cut_sides"
) AS "sides"
  ON "tuples"."part" = "sides"."part"
  AND "sides"."code" = CASE "cuts"."axis"
    WHEN 0
    THEN CASE "cuts"."level"
      WHEN 0
      THEN "tuples"."q0_level_0"
      WHEN 1
      THEN "tuples"."q0_level_1"
    END
    WHEN 1
    THEN CASE "cuts"."level"
      WHEN 0
      THEN "tuples"."q1_level_0"
      WHEN 1
      THEN "tuples"."q1_level_1"
    END
  END
WHERE
  "sides"."counted_rows" > 0;

-- parts along the hierarchies, a rest and a column kept
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, and the labels of the parts that are cut. */
/* One row: a tuple with the number of its new part, its codes, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q0_level_1",
  "tuples"."q1_level_0",
  "tuples"."q1_level_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM "cut_tuples_1" AS "tuples"
JOIN (
  SELECT DISTINCT
    "part",
    "axis",
    "level"
  FROM "cut_sides"
) AS "cuts"
  ON "tuples"."part" = "cuts"."part"
JOIN (
  SELECT
    "part",
    "code",
    "side",
    SUM("private_count") OVER (PARTITION BY "side") AS "counted_rows"
  FROM "cut_sides"
) AS "sides"
  ON "tuples"."part" = "sides"."part"
  AND "sides"."code" = CASE "cuts"."axis"
    WHEN 0
    THEN CASE "cuts"."level"
      WHEN 0
      THEN "tuples"."q0_level_0"
      WHEN 1
      THEN "tuples"."q0_level_1"
    END
    WHEN 1
    THEN CASE "cuts"."level"
      WHEN 0
      THEN "tuples"."q1_level_0"
      WHEN 1
      THEN "tuples"."q1_level_1"
    END
  END
WHERE
  "sides"."counted_rows" > 0;
