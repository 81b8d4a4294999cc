-- parts along the hierarchies
/* Which parts are not cut again? */
/* Reads all parts that were made, and the labels. */
/* One row: a final part with its labels, the leaves under each without one, its people of P and rows of T. */
SELECT
  "made"."part",
  CASE
    WHEN "made"."label_0" IS NULL
    THEN CAST('*' AS TEXT)
    ELSE "labels_0"."label"
  END AS "c0",
  CASE
    WHEN "made"."label_1" IS NULL
    THEN CAST('*' AS TEXT)
    ELSE "labels_1"."label"
  END AS "c1",
  CAST(COALESCE("labels_0"."leaves_lost", 1) AS BIGINT) AS "lost0",
  CAST(COALESCE("labels_1"."leaves_lost", 2) AS BIGINT) AS "lost1",
  "made"."public_count",
  "made"."private_count"
FROM "made_parts" AS "made"
LEFT JOIN "cut_labels" AS "labels_0"
  ON "labels_0"."axis" = 0 AND "labels_0"."number" = "made"."label_0"
LEFT JOIN "cut_labels" AS "labels_1"
  ON "labels_1"."axis" = 1 AND "labels_1"."number" = "made"."label_1"
LEFT JOIN (
  SELECT DISTINCT
    "above"
  FROM "made_parts"
) AS "cuts"
  ON "made"."part" = "cuts"."above"
WHERE
  "cuts"."above" IS NULL;
