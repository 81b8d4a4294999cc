-- parts along the hierarchies
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, the cuts, the labels of the parts that are cut, and the new parts. */
/* One row: a tuple with the number of its new part, codes of its values if these are asked for, its packed codes, of each quasi-identifier the code by which it may be cut next, NULL if there is none, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."key_0",
  CASE
    WHEN "sides"."axis" <> 0 OR "sides"."is_rest" = 1
    THEN "tuples"."child_0"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 0
        ) & CAST(1 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_0",
  CASE
    WHEN "sides"."axis" <> 1 OR "sides"."is_rest" = 1
    THEN "tuples"."child_1"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 1
        ) & CAST(3 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM (
  SELECT
    "tuples".*,
    CASE "cuts"."axis" WHEN 0 THEN "tuples"."child_0" WHEN 1 THEN "tuples"."child_1" END AS "code_of_cut"
  FROM "cut_tuples_0" AS "tuples"
  JOIN "chosen_cuts" AS "cuts"
    ON "tuples"."part" = "cuts"."part"
) AS "tuples"
JOIN (
  SELECT
    "cut_sides"."part",
    "cut_sides"."axis",
    "cut_sides"."code",
    "cut_sides"."is_rest",
    "cut_sides"."open",
    "cut_sides"."side"
  FROM "cut_sides"
  JOIN "cut_parts_1" AS "parts"
    ON "cut_sides"."side" = "parts"."part"
  WHERE
    "parts"."private_count" > 0
) AS "sides"
  ON "tuples"."part" = "sides"."part" AND "tuples"."code_of_cut" = "sides"."code";

-- parts along the hierarchies, a rest and a column kept
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, the cuts, the labels of the parts that are cut, and the new parts. */
/* One row: a tuple with the number of its new part, codes of its values if these are asked for, its packed codes, of each quasi-identifier the code by which it may be cut next, NULL if there is none, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q1_level_0",
  "tuples"."key_0",
  CASE
    WHEN "sides"."axis" <> 0 OR "sides"."is_rest" = 1
    THEN "tuples"."child_0"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 0
        ) & CAST(1 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_0",
  CASE
    WHEN "sides"."axis" <> 1 OR "sides"."is_rest" = 1
    THEN "tuples"."child_1"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 1
        ) & CAST(3 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM (
  SELECT
    "tuples".*,
    CASE "cuts"."axis" WHEN 0 THEN "tuples"."child_0" WHEN 1 THEN "tuples"."child_1" END AS "code_of_cut"
  FROM "cut_tuples_0" AS "tuples"
  JOIN "chosen_cuts" AS "cuts"
    ON "tuples"."part" = "cuts"."part"
) AS "tuples"
JOIN (
  SELECT
    "cut_sides"."part",
    "cut_sides"."axis",
    "cut_sides"."code",
    "cut_sides"."is_rest",
    "cut_sides"."open",
    "cut_sides"."side"
  FROM "cut_sides"
  JOIN "cut_parts_1" AS "parts"
    ON "cut_sides"."side" = "parts"."part"
  WHERE
    "parts"."private_count" > 0
) AS "sides"
  ON "tuples"."part" = "sides"."part" AND "tuples"."code_of_cut" = "sides"."code";

-- parts along the hierarchies, a rest kept and a column protected
/* On which side of the cut of its part is each tuple, if rows count there? */
/* Reads the tuples of the open parts, the cuts, the labels of the parts that are cut, and the new parts. */
/* One row: a tuple with the number of its new part, codes of its values if these are asked for, its packed codes, of each quasi-identifier the code by which it may be cut next, NULL if there is none, and its rows of P and of T. */
SELECT
  "sides"."side" AS "part",
  "tuples"."q0_level_0",
  "tuples"."q1_level_0",
  "tuples"."key_0",
  CASE
    WHEN "sides"."axis" <> 0 OR "sides"."is_rest" = 1
    THEN "tuples"."child_0"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 0
        ) & CAST(1 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_0",
  CASE
    WHEN "sides"."axis" <> 1 OR "sides"."is_rest" = 1
    THEN "tuples"."child_1"
    ELSE CASE "sides"."open"
      WHEN 1
      THEN CAST((
        (
          "tuples"."key_0" >> 1
        ) & CAST(3 AS BIGINT)
      ) AS SMALLINT)
    END
  END AS "child_1",
  "tuples"."public_count",
  "tuples"."private_count"
FROM (
  SELECT
    "tuples".*,
    CASE "cuts"."axis" WHEN 0 THEN "tuples"."child_0" WHEN 1 THEN "tuples"."child_1" END AS "code_of_cut"
  FROM "cut_tuples_1" AS "tuples"
  JOIN "chosen_cuts" AS "cuts"
    ON "tuples"."part" = "cuts"."part"
) AS "tuples"
JOIN (
  SELECT
    "cut_sides"."part",
    "cut_sides"."axis",
    "cut_sides"."code",
    "cut_sides"."is_rest",
    "cut_sides"."open",
    "cut_sides"."side"
  FROM "cut_sides"
  JOIN "cut_parts_0" AS "parts"
    ON "cut_sides"."side" = "parts"."part"
  WHERE
    "parts"."private_count" > 0
) AS "sides"
  ON "tuples"."part" = "sides"."part" AND "tuples"."code_of_cut" = "sides"."code";
