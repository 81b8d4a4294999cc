-- a hierarchy
/* How many rows of T have a sensitive value without a place in its order or hierarchy? */
/* Reads everybody of P and every row of T with their labels, and the labels of the values. */
/* One row: their number. */
SELECT
  COUNT(*) AS "row_count"
FROM "labelled"
LEFT JOIN (
  SELECT
    "value",
    "label_1",
    COUNT(*) OVER (PARTITION BY "value") AS "label_count"
  FROM (
    SELECT DISTINCT
      CAST("labels_lab"."value" AS TEXT) AS "value",
      CAST("labels_lab"."label_1" AS TEXT) AS "label_1"
    FROM "labels_lab"
  ) AS "listed"
) AS "labels_lab"
  ON CAST("labelled"."lab" AS TEXT) IS NOT DISTINCT FROM "labels_lab"."value"
WHERE
  "labelled"."private_count" = 1
  AND (
    COALESCE("labels_lab"."label_count", 0) <> 1
  );

-- an order
/* How many rows of T have a sensitive value without a place in its order or hierarchy? */
/* Reads everybody of P and every row of T with their labels, and the labels of the values. */
/* One row: their number. */
SELECT
  COUNT(*) AS "row_count"
FROM "labelled"
WHERE
  "private_count" = 1 AND (
    NOT CAST("lab" AS TEXT) IN ('low', 'it''s')
  );
