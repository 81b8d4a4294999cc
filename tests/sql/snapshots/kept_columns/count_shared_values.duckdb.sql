-- two columns each
/* How many values of kept columns are values of columns that P alone has? */
/* Reads the rows of T once, and public_table once: on DuckDB and Postgres, what is named here is kept while each column is read. */
/* One row: a kept column and one of P by their places, the values of the former, those that the latter has, and of these the ones that say something, and the texts among them. */
WITH "compared_members" AS (
  SELECT
    "lab",
    "fee"
  FROM "private_table"
), "compared_people" AS (
  SELECT
    "born"
  FROM "public_table"
), "own" AS (
  SELECT DISTINCT
    0 AS "place",
    CAST("own_values"."own_value" AS TEXT) AS "found_value"
  FROM (
    SELECT DISTINCT
      "lab" AS "own_value"
    FROM "compared_members"
  ) AS "own_values"
  WHERE
    NOT "own_value" IS NULL
  UNION ALL
  SELECT DISTINCT
    1 AS "place",
    CASE
      WHEN ABS(CAST("own_values"."own_value" AS DOUBLE)) < 1000000000000000
      AND CAST("own_values"."own_value" AS DOUBLE) = FLOOR(CAST("own_values"."own_value" AS DOUBLE))
      THEN CAST(CAST(CAST("own_values"."own_value" AS DOUBLE) AS BIGINT) AS TEXT)
      ELSE CAST(CAST("own_values"."own_value" AS DOUBLE) AS TEXT)
    END AS "found_value"
  FROM (
    SELECT DISTINCT
      "fee" AS "own_value"
    FROM "compared_members"
  ) AS "own_values"
  WHERE
    NOT "own_value" IS NULL
), "of_public" AS (
  SELECT DISTINCT
    0 AS "place",
    CASE
      WHEN CAST("own_values"."own_value" AS TIMESTAMP) = CAST(CAST("own_values"."own_value" AS DATE) AS TIMESTAMP)
      THEN CAST(CAST("own_values"."own_value" AS DATE) AS TEXT)
      ELSE CAST("own_values"."own_value" AS TEXT)
    END AS "found_value"
  FROM (
    SELECT DISTINCT
      "born" AS "own_value"
    FROM "compared_people"
  ) AS "own_values"
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
        'other',
        'none',
        'never',
        'ever',
        'always',
        'often',
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
        'nej',
        'nan',
        '-nan',
        'nat',
        'na',
        'n/a',
        'n.a',
        '#n/a',
        '#na',
        '<na>',
        'null',
        'nil',
        'nd',
        'n.d',
        'k.a',
        'o.a',
        'missing',
        'not stated',
        'not known',
        'not recorded',
        'not reported',
        'not available',
        'unknown',
        'unk',
        'unspecified',
        'undisclosed',
        'refused',
        'declined',
        'don''t know',
        'prefer not to say',
        'not applicable',
        'no answer',
        'unbekannt',
        'keine angabe',
        'inconnu',
        'inconnue',
        'non renseigné',
        'non precise',
        'desconocido',
        'no consta',
        'sin datos',
        'ns/nc',
        'onbekend',
        'sconosciuto',
        'non noto',
        'desconhecido',
        'okänd',
        'ukendt',
        'ukjent',
        'nieznany',
        'brak danych'
      )
      OR REGEXP_MATCHES("own"."found_value", '^[0-9]{4,}$')
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
        'other',
        'none',
        'never',
        'ever',
        'always',
        'often',
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
        'nej',
        'nan',
        '-nan',
        'nat',
        'na',
        'n/a',
        'n.a',
        '#n/a',
        '#na',
        '<na>',
        'null',
        'nil',
        'nd',
        'n.d',
        'k.a',
        'o.a',
        'missing',
        'not stated',
        'not known',
        'not recorded',
        'not reported',
        'not available',
        'unknown',
        'unk',
        'unspecified',
        'undisclosed',
        'refused',
        'declined',
        'don''t know',
        'prefer not to say',
        'not applicable',
        'no answer',
        'unbekannt',
        'keine angabe',
        'inconnu',
        'inconnue',
        'non renseigné',
        'non precise',
        'desconocido',
        'no consta',
        'sin datos',
        'ns/nc',
        'onbekend',
        'sconosciuto',
        'non noto',
        'desconhecido',
        'okänd',
        'ukendt',
        'ukjent',
        'nieznany',
        'brak danych'
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
