-- two columns each
/* How many values of kept columns are values of columns that P alone has? */
/* Reads the rows of T once for each kept column, and public_table once for each column of P. */
/* One row: a kept column and one of P by their places, the values of the former, those that the latter has, and of these the ones that say something, and the texts among them. */
WITH "own" AS (
  SELECT DISTINCT
    0 AS "place",
    CAST("private_table"."lab" AS TEXT) AS "found_value"
  FROM "private_table"
  WHERE
    NOT CAST("private_table"."lab" AS TEXT) IS NULL
  UNION ALL
  SELECT DISTINCT
    1 AS "place",
    CAST("private_table"."visit" AS TEXT) AS "found_value"
  FROM "private_table"
  WHERE
    NOT CAST("private_table"."visit" AS TEXT) IS NULL
), "of_public" AS (
  SELECT DISTINCT
    0 AS "place",
    CAST("public_table"."sex" AS TEXT) AS "found_value"
  FROM "public_table"
  UNION ALL
  SELECT DISTINCT
    1 AS "place",
    CAST("public_table"."born" AS TEXT) AS "found_value"
  FROM "public_table"
), "counted" AS (
  SELECT
    "place",
    COUNT(*) AS "own_values"
  FROM "own"
  GROUP BY
    "place"
)
SELECT
  "own"."place" AS "kept_place",
  "of_public"."place" AS "public_place",
  MAX("counted"."own_values") AS "own_values",
  COUNT(*) AS "shared",
  SUM(
    CASE
      WHEN LOWER("own"."found_value") <> UPPER("own"."found_value")
      AND LENGTH("own"."found_value") >= 2
      AND NOT LOWER("own"."found_value") IN (
        'yes',
        'no',
        'true',
        'false',
        'unknown',
        'other',
        'none',
        'never',
        'ever',
        'always',
        'often',
        'na',
        'n/a',
        'nan',
        'null',
        'missing',
        'not stated',
        'not known',
        'refused',
        'don''t know',
        'low',
        'medium',
        'high',
        'normal',
        'abnormal',
        'positive',
        'negative',
        'mild',
        'moderate',
        'severe',
        'good',
        'fair',
        'poor',
        'ja',
        'nein',
        'oui',
        'non',
        'si',
        'sim',
        'nee',
        'nej'
      )
      OR "own"."found_value" ~ '^[0-9]{4,}$'
      THEN 1
      ELSE 0
    END
  ) AS "telling",
  SUM(
    CASE
      WHEN LOWER("own"."found_value") <> UPPER("own"."found_value")
      AND LENGTH("own"."found_value") >= 2
      AND NOT LOWER("own"."found_value") IN (
        'yes',
        'no',
        'true',
        'false',
        'unknown',
        'other',
        'none',
        'never',
        'ever',
        'always',
        'often',
        'na',
        'n/a',
        'nan',
        'null',
        'missing',
        'not stated',
        'not known',
        'refused',
        'don''t know',
        'low',
        'medium',
        'high',
        'normal',
        'abnormal',
        'positive',
        'negative',
        'mild',
        'moderate',
        'severe',
        'good',
        'fair',
        'poor',
        'ja',
        'nein',
        'oui',
        'non',
        'si',
        'sim',
        'nee',
        'nej'
      )
      THEN 1
      ELSE 0
    END
  ) AS "texts"
FROM "own"
JOIN "of_public"
  ON "own"."found_value" = "of_public"."found_value"
JOIN "counted"
  ON "counted"."place" = "own"."place"
GROUP BY
  "own"."place",
  "of_public"."place"
ORDER BY
  "own"."place",
  "of_public"."place";
