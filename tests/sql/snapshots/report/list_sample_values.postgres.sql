-- three columns, two with tails
/* Which values does P have most often? */
/* Reads the values of each quasi-identifier; those in its tails, if it has any, come last. */
/* One row: a quasi-identifier with one of its most frequent values as text, and its rows of P. */
SELECT
  0 AS "quasi_identifier",
  "leaf",
  "public_count"
FROM (
  SELECT
    "leaf",
    "public_count"
  FROM "leaves_0"
  ORDER BY
    "public_count" DESC NULLS LAST,
    "leaf"
  LIMIT 3
) AS "most_0"
UNION ALL
SELECT
  1 AS "quasi_identifier",
  "leaf",
  "public_count"
FROM (
  SELECT
    "leaf",
    "public_count"
  FROM "leaves_1"
  ORDER BY
    CASE
      WHEN CAST("leaf" AS DECIMAL(38, 12)) < CAST(20 AS DECIMAL(38, 12))
      OR CAST("leaf" AS DECIMAL(38, 12)) >= CAST(70 AS DECIMAL(38, 12))
      THEN 1
      ELSE 0
    END,
    "public_count" DESC NULLS LAST,
    "leaf"
  LIMIT 3
) AS "most_1"
UNION ALL
SELECT
  2 AS "quasi_identifier",
  "leaf",
  "public_count"
FROM (
  SELECT
    "leaf",
    "public_count"
  FROM "leaves_2"
  ORDER BY
    CASE WHEN SUBSTRING("leaf" FROM 1 FOR 4) >= '2005' THEN 1 ELSE 0 END,
    "public_count" DESC NULLS LAST,
    "leaf"
  LIMIT 3
) AS "most_2";
