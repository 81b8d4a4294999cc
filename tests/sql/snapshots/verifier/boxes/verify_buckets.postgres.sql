-- a release whose boxes overlap
/* Which buckets of one axis does each box reach into? */
/* Reads the boxes, listed once for each combination of buckets of the axes before. */
/* One row: a box and a numbered combination of buckets, with its ranges on the axes where buckets do not tell all. */
SELECT
  "box",
  "low0",
  "high0",
  "low1",
  "high1",
  UNNEST(GENERATE_SERIES(CAST("low0" >> 2 AS BIGINT), CAST("high0" >> 2 AS BIGINT))) AS "combination"
FROM "verified_boxes";

-- boxes
/* Which buckets of one axis does each box reach into? */
/* Reads the boxes, listed once for each combination of buckets of the axes before. */
/* One row: a box and a numbered combination of buckets, with its ranges on the axes where buckets do not tell all. */
SELECT
  "box",
  UNNEST(
    GENERATE_SERIES(
      (
        (
          "combination" * 2
        ) + CAST("low1" AS BIGINT)
      ),
      (
        (
          "combination" * 2
        ) + CAST("high1" AS BIGINT)
      )
    )
  ) AS "combination"
FROM "bucketed_1";

-- boxes, formulas quoted
/* Which buckets of one axis does each box reach into? */
/* Reads the boxes, listed once for each combination of buckets of the axes before. */
/* One row: a box and a numbered combination of buckets, with its ranges on the axes where buckets do not tell all. */
SELECT
  "box",
  "low1",
  "high1",
  UNNEST(GENERATE_SERIES(CAST("low0" AS BIGINT), CAST("high0" AS BIGINT))) AS "combination"
FROM "verified_boxes";
