-- boxes
/* The release: the box of each row of T, where no column is kept besides the quasi-identifiers. */
/* Reads the boxes, and twice the values of each quasi-identifier in their order. */
/* One row: a released row, or with a count all that are equal; sorted by what is released, so that order says nothing about T. */
SELECT
  "c0" AS "town",
  "c1" AS "born"
FROM (
  SELECT
    "c0",
    "c1",
    UNNEST(GENERATE_SERIES(1, "private_count")) AS "copy"
  FROM (
    SELECT
      CASE
        WHEN "boxes"."low0" = "boxes"."high0"
        THEN "lows_0"."leaf"
        ELSE '[' || COALESCE("lows_0"."leaf", 'NULL') || '..' || COALESCE("highs_0"."leaf", 'NULL') || ']'
      END AS "c0",
      CASE
        WHEN "boxes"."low1" = "boxes"."high1"
        THEN "lows_1"."leaf"
        ELSE '[' || COALESCE("lows_1"."leaf", 'NULL') || '..' || COALESCE("highs_1"."leaf", 'NULL') || ']'
      END AS "c1",
      "private_count"
    FROM "boxes"
    JOIN "order_0" AS "lows_0"
      ON "boxes"."low0" = "lows_0"."position"
    JOIN "order_0" AS "highs_0"
      ON "boxes"."high0" = "highs_0"."position"
    JOIN "order_1" AS "lows_1"
      ON "boxes"."low1" = "lows_1"."position"
    JOIN "order_1" AS "highs_1"
      ON "boxes"."high1" = "highs_1"."position"
  ) AS "labelled"
) AS "copies"
ORDER BY
  1,
  2;
