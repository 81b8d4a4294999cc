-- two columns
/* What does a node cost by the metric loss? */
/* Reads the leaves of each quasi-identifier. */
/* One row: a quasi-identifier with its loss; the mean of all of them is that of the node. */
SELECT
  'it''s' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_0" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "leaves_0"
) AS "counted"
UNION ALL
SELECT
  'it''s' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "leaves_1"
) AS "counted";
