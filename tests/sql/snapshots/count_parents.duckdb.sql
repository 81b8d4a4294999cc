-- three columns
/* How many values of a mapping table have several parents, NULL being a value? */
/* Reads the mapping table of one quasi-identifier. */
/* One row: the level of a column but the last, and the number of such values in it. */
SELECT
  0 AS "level",
  COUNT(*) AS "ambiguous_values"
FROM (
  SELECT
    "leaf",
    COUNT(*) AS "parent_count"
  FROM (
    SELECT DISTINCT
      "leaf",
      "label_1"
    FROM "mapping_3"
  ) AS "pairs"
  GROUP BY
    "leaf"
) AS "counted"
WHERE
  "parent_count" > 1
UNION ALL
SELECT
  1 AS "level",
  COUNT(*) AS "ambiguous_values"
FROM (
  SELECT
    "label_1",
    COUNT(*) AS "parent_count"
  FROM (
    SELECT DISTINCT
      "label_1",
      "label_2"
    FROM "mapping_3"
  ) AS "pairs"
  GROUP BY
    "label_1"
) AS "counted"
WHERE
  "parent_count" > 1;
