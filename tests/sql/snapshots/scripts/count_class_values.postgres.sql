-- kept and sensitive columns
/* How many rows of T has each class with each value of a sensitive column? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a class and a value with its rows of T, and what the models compare these with. */
SELECT
  *,
  ROW_NUMBER() OVER (PARTITION BY "town", "born" ORDER BY "value_count" DESC NULLS LAST) AS "place",
  CAST(SUM("value_count") OVER (PARTITION BY "town", "born") AS BIGINT) AS "class_rows",
  CAST(SUM("value_count") OVER (PARTITION BY "lab") AS BIGINT) AS "table_count",
  CAST(SUM("value_count") OVER () AS BIGINT) AS "table_rows"
FROM (
  SELECT
    "town",
    "born",
    CAST("lab" AS TEXT) AS "lab",
    COUNT(*) AS "value_count"
  FROM "labelled"
  WHERE
    "private_count" = 1
  GROUP BY
    "town",
    "born",
    CAST("lab" AS TEXT)
) AS "counted";
