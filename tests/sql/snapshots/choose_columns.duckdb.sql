-- parts along the hierarchies
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the children of the parts, those that are placed where a rest is needed, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, and how many of them are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      COUNT(*) AS "children",
      0 AS "rest_size",
      MAX("width_above") AS "width_above",
      MAX("last_axis") AS "last_axis",
      SUM("counted_rows" * "gain") AS "gained"
    FROM "cut_children"
    GROUP BY
      "part",
      "axis"
    HAVING
      SUM("fails") = 0
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest and a column kept
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the children of the parts, those that are placed where a rest is needed, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, and how many of them are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      COUNT(*) AS "children",
      0 AS "rest_size",
      MAX("width_above") AS "width_above",
      MAX("last_axis") AS "last_axis",
      SUM("counted_rows" * "gain") AS "gained"
    FROM "cut_children"
    GROUP BY
      "part",
      "axis"
    HAVING
      SUM("fails") = 0
    UNION ALL
    SELECT
      "placed"."part",
      "placed"."axis",
      MAX("placed"."children") AS "children",
      MIN("placed"."place") AS "rest_size",
      MAX("placed"."width_above") AS "width_above",
      MAX("placed"."last_axis") AS "last_axis",
      MAX("placed"."gained") AS "gained"
    FROM "placed_children" AS "placed"
    WHERE
      "placed"."place" >= "placed"."staying"
      AND "placed"."place" < "placed"."children"
      AND NOT (
        (
          CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
        ) > (
          CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    GROUP BY
      "placed"."part",
      "placed"."axis"
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;

-- parts along the hierarchies, a rest kept and a column protected
/* By which quasi-identifier is each open part cut, if by any? */
/* Reads the children of the parts, those that are placed where a rest is needed, and rests whose sensitive values violate a model where there are any. */
/* One row: a part that is cut, with the quasi-identifier, its labels in the part, and how many of them are the rest, in the order of their places. */
SELECT
  "part",
  "axis",
  "children",
  "rest_size"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY CASE WHEN "children" = 1 THEN 0 ELSE 1 END, CASE WHEN "children" = 1 THEN "axis" END, "gained" DESC, "axis"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "axis",
      COUNT(*) AS "children",
      0 AS "rest_size",
      MAX("width_above") AS "width_above",
      MAX("last_axis") AS "last_axis",
      SUM("counted_rows" * "gain") AS "gained"
    FROM "cut_children"
    GROUP BY
      "part",
      "axis"
    HAVING
      SUM("fails") = 0
    UNION ALL
    SELECT
      "placed"."part",
      "placed"."axis",
      MAX("placed"."children") AS "children",
      MIN("placed"."place") AS "rest_size",
      MAX("placed"."width_above") AS "width_above",
      MAX("placed"."last_axis") AS "last_axis",
      MAX("placed"."gained") AS "gained"
    FROM "placed_children" AS "placed"
    LEFT JOIN (
      SELECT DISTINCT
        "part",
        "axis",
        "rest_place"
      FROM "unprotected_rests"
    ) AS "unprotected"
      ON "unprotected"."part" = "placed"."part"
      AND "unprotected"."axis" = "placed"."axis"
      AND "unprotected"."rest_place" = "placed"."place"
    WHERE
      "placed"."place" >= "placed"."staying"
      AND "placed"."place" < "placed"."children"
      AND NOT (
        (
          CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
        ) > (
          CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
        )
        OR NOT "unprotected"."part" IS NULL
      )
    GROUP BY
      "placed"."part",
      "placed"."axis"
  ) AS "candidates"
  WHERE
    "children" = 1 OR "gained" > 0
) AS "ranked"
WHERE
  "choice" = 1;
