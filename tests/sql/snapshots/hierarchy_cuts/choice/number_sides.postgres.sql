-- parts along the hierarchies
/* Where does each label of each part that is cut go? */
/* Reads the cuts, the children of the parts, those that are placed where a rest needs more of them, and the parts that were made. */
/* One row: a label of a part that is cut, with its rows of P and of T, the number of its side, which is the rest for labels that stay together, the level from which its quasi-identifier is cut again, and what a row loses there. */
SELECT
  *,
  "level" + "is_rest" AS "open",
  CASE WHEN "is_rest" = 1 THEN "width" ELSE "width_count" END AS "width_side",
  (
    SELECT
      MAX("part")
    FROM "made_parts"
  ) + DENSE_RANK() OVER (
    ORDER BY "part", "is_rest", CASE WHEN "is_rest" = 1 THEN 0 ELSE "label_place" END
  ) AS "side"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."level",
    "children"."label",
    "children"."label_place",
    "children"."width",
    "children"."width_count",
    "children"."public_count",
    "children"."private_count",
    "cuts"."children",
    0 AS "is_rest"
  FROM "chosen_cuts" AS "cuts"
  JOIN "cut_children" AS "children"
    ON "cuts"."part" = "children"."part" AND "cuts"."axis" = "children"."axis"
) AS "labelled";

-- parts along the hierarchies, a rest and a column kept
/* Where does each label of each part that is cut go? */
/* Reads the cuts, the children of the parts, those that are placed where a rest needs more of them, and the parts that were made. */
/* One row: a label of a part that is cut, with its rows of P and of T, the number of its side, which is the rest for labels that stay together, the level from which its quasi-identifier is cut again, and what a row loses there. */
SELECT
  *,
  "level" + "is_rest" AS "open",
  CASE WHEN "is_rest" = 1 THEN "width" ELSE "width_count" END AS "width_side",
  (
    SELECT
      MAX("part")
    FROM "made_parts"
  ) + DENSE_RANK() OVER (
    ORDER BY "part", "is_rest", CASE WHEN "is_rest" = 1 THEN 0 ELSE "label_place" END
  ) AS "side"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."level",
    "children"."label",
    "children"."label_place",
    "children"."width",
    "children"."width_count",
    "children"."public_count",
    "children"."private_count",
    "cuts"."children",
    CASE "cuts"."way"
      WHEN 0
      THEN 0
      WHEN 1
      THEN "children"."stays"
      ELSE CASE WHEN "placed"."place" <= "cuts"."rest_size" THEN 1 ELSE 0 END
    END AS "is_rest"
  FROM "chosen_cuts" AS "cuts"
  JOIN "cut_children" AS "children"
    ON "cuts"."part" = "children"."part" AND "cuts"."axis" = "children"."axis"
  LEFT JOIN "placed_children" AS "placed"
    ON "placed"."part" = "children"."part"
    AND "placed"."axis" = "children"."axis"
    AND "placed"."way" = "cuts"."way"
    AND "placed"."code" = "children"."code"
) AS "labelled";
