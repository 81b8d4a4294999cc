-- all rows
/* How do the values of a kept column go with those of public ones? */
/* Reads rows of T that have a value in both, once for each public column, by its place. */
/* One row: per public column its place and the rows; of each side its values, the rows of the most frequent one, and the rows that agree with the most frequent partner of their value. */
WITH "pairs" AS (
  SELECT
    "place",
    "kept_value",
    "public_value",
    COUNT(*) AS "pair_rows"
  FROM (
    SELECT
      0 AS "place",
      CAST("private_table"."lab" AS TEXT) AS "kept_value",
      CAST("private_table"."town" AS TEXT) AS "public_value"
    FROM "private_table"
    WHERE
      NOT "private_table"."lab" IS NULL AND NOT "private_table"."town" IS NULL
  ) AS "rows_of_t"
  GROUP BY
    "place",
    "kept_value",
    "public_value"
), "by_kept" AS (
  SELECT
    "place",
    "kept_value",
    SUM("pair_rows") AS "value_rows",
    MAX("pair_rows") AS "agreeing_rows"
  FROM "pairs"
  GROUP BY
    "place",
    "kept_value"
), "by_public" AS (
  SELECT
    "place",
    "public_value",
    SUM("pair_rows") AS "value_rows",
    MAX("pair_rows") AS "agreeing_rows"
  FROM "pairs"
  GROUP BY
    "place",
    "public_value"
), "of_kept" AS (
  SELECT
    "place",
    SUM("value_rows") AS "all_rows",
    COUNT(*) AS "kept_values",
    MAX("value_rows") AS "most_kept",
    SUM("agreeing_rows") AS "kept_agreeing"
  FROM "by_kept"
  GROUP BY
    "place"
), "of_public" AS (
  SELECT
    "place",
    COUNT(*) AS "public_values",
    MAX("value_rows") AS "most_public",
    SUM("agreeing_rows") AS "public_agreeing"
  FROM "by_public"
  GROUP BY
    "place"
)
SELECT
  "of_kept"."place",
  "of_kept"."all_rows",
  "of_kept"."kept_values",
  "of_kept"."most_kept",
  "of_kept"."kept_agreeing",
  "of_public"."public_values",
  "of_public"."most_public",
  "of_public"."public_agreeing"
FROM "of_kept"
JOIN "of_public"
  ON "of_kept"."place" = "of_public"."place"
ORDER BY
  "of_kept"."place";

-- some rows
/* How do the values of a kept column go with those of public ones? */
/* Reads rows of T that have a value in both, once for each public column, by its place. */
/* One row: per public column its place and the rows; of each side its values, the rows of the most frequent one, and the rows that agree with the most frequent partner of their value. */
WITH "pairs" AS (
  SELECT
    "place",
    "kept_value",
    "public_value",
    COUNT(*) AS "pair_rows"
  FROM (
    SELECT
      *
    FROM (
      SELECT
        0 AS "place",
        CAST("private_table"."lab" AS TEXT) AS "kept_value",
        CAST("private_table"."town" AS TEXT) AS "public_value"
      FROM "private_table"
      WHERE
        NOT "private_table"."lab" IS NULL AND NOT "private_table"."town" IS NULL
      LIMIT 9
    ) AS "some"
    UNION ALL
    SELECT
      *
    FROM (
      SELECT
        1 AS "place",
        CAST("private_table"."lab" AS TEXT) AS "kept_value",
        CAST("private_table"."age" AS TEXT) AS "public_value"
      FROM "private_table"
      WHERE
        NOT "private_table"."lab" IS NULL AND NOT "private_table"."age" IS NULL
      LIMIT 9
    ) AS "some"
  ) AS "rows_of_t"
  GROUP BY
    "place",
    "kept_value",
    "public_value"
), "by_kept" AS (
  SELECT
    "place",
    "kept_value",
    SUM("pair_rows") AS "value_rows",
    MAX("pair_rows") AS "agreeing_rows"
  FROM "pairs"
  GROUP BY
    "place",
    "kept_value"
), "by_public" AS (
  SELECT
    "place",
    "public_value",
    SUM("pair_rows") AS "value_rows",
    MAX("pair_rows") AS "agreeing_rows"
  FROM "pairs"
  GROUP BY
    "place",
    "public_value"
), "of_kept" AS (
  SELECT
    "place",
    SUM("value_rows") AS "all_rows",
    COUNT(*) AS "kept_values",
    MAX("value_rows") AS "most_kept",
    SUM("agreeing_rows") AS "kept_agreeing"
  FROM "by_kept"
  GROUP BY
    "place"
), "of_public" AS (
  SELECT
    "place",
    COUNT(*) AS "public_values",
    MAX("value_rows") AS "most_public",
    SUM("agreeing_rows") AS "public_agreeing"
  FROM "by_public"
  GROUP BY
    "place"
)
SELECT
  "of_kept"."place",
  "of_kept"."all_rows",
  "of_kept"."kept_values",
  "of_kept"."most_kept",
  "of_kept"."kept_agreeing",
  "of_public"."public_values",
  "of_public"."most_public",
  "of_public"."public_agreeing"
FROM "of_kept"
JOIN "of_public"
  ON "of_kept"."place" = "of_public"."place"
ORDER BY
  "of_kept"."place";
