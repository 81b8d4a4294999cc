-- a pair
/* Of pairs of columns of P: how many values of the first have a group in the second, and do all rows of a value agree? */
/* Reads rows of P once for each pair, by its number; what is written as missing is NULL. */
/* One row: per pair its number; its values, those with a group, and their rows: with a group, against the most of their value, and without a value. */
WITH "pairs" AS (
  SELECT
    "pair",
    "its_value",
    "its_group",
    COUNT(*) AS "pair_rows"
  FROM (
    SELECT
      0 AS "pair",
      CASE
        WHEN LOWER(TRIM(CAST("town" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("town" AS TEXT)
      END AS "its_value",
      CASE
        WHEN LOWER(TRIM(CAST("state" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("state" AS TEXT)
      END AS "its_group"
    FROM "public_table"
  ) AS "rows_of_pairs"
  GROUP BY
    "pair",
    "its_value",
    "its_group"
), "by_value" AS (
  SELECT
    "pair",
    "its_value",
    MAX(CASE WHEN "its_group" IS NULL THEN 0 ELSE "pair_rows" END) AS "most_rows",
    SUM(CASE WHEN "its_group" IS NULL THEN 0 ELSE "pair_rows" END) AS "grouped_rows"
  FROM "pairs"
  GROUP BY
    "pair",
    "its_value"
)
SELECT
  "pair",
  COUNT("its_value") AS "all_values",
  COUNT(CASE WHEN "most_rows" > 0 THEN "its_value" END) AS "grouped_values",
  COALESCE(SUM(CASE WHEN NOT "its_value" IS NULL THEN "grouped_rows" END), 0) AS "grouped_rows",
  COALESCE(SUM(CASE WHEN NOT "its_value" IS NULL THEN "grouped_rows" - "most_rows" END), 0) AS "slip_rows",
  COALESCE(SUM(CASE WHEN "its_value" IS NULL THEN "grouped_rows" END), 0) AS "lost_rows"
FROM "by_value"
GROUP BY
  "pair"
ORDER BY
  "pair";

-- two pairs
/* Of pairs of columns of P: how many values of the first have a group in the second, and do all rows of a value agree? */
/* Reads rows of P once for each pair, by its number; what is written as missing is NULL. */
/* One row: per pair its number; its values, those with a group, and their rows: with a group, against the most of their value, and without a value. */
WITH "pairs" AS (
  SELECT
    "pair",
    "its_value",
    "its_group",
    COUNT(*) AS "pair_rows"
  FROM (
    SELECT
      0 AS "pair",
      CASE
        WHEN LOWER(TRIM(CAST("town" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("town" AS TEXT)
      END AS "its_value",
      CASE
        WHEN LOWER(TRIM(CAST("state" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("state" AS TEXT)
      END AS "its_group"
    FROM "public_table"
    UNION ALL
    SELECT
      1 AS "pair",
      CASE
        WHEN LOWER(TRIM(CAST("town" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("town" AS TEXT)
      END AS "its_value",
      CASE
        WHEN LOWER(TRIM(CAST("zip" AS TEXT))) IN (
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
          'k.a',
          'o.a',
          '?',
          '-',
          '',
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
          'brak danych',
          '.',
          'none',
          'k.a.',
          'o.a.'
        )
        THEN NULL
        ELSE CAST("zip" AS TEXT)
      END AS "its_group"
    FROM "public_table"
  ) AS "rows_of_pairs"
  GROUP BY
    "pair",
    "its_value",
    "its_group"
), "by_value" AS (
  SELECT
    "pair",
    "its_value",
    MAX(CASE WHEN "its_group" IS NULL THEN 0 ELSE "pair_rows" END) AS "most_rows",
    SUM(CASE WHEN "its_group" IS NULL THEN 0 ELSE "pair_rows" END) AS "grouped_rows"
  FROM "pairs"
  GROUP BY
    "pair",
    "its_value"
)
SELECT
  "pair",
  COUNT("its_value") AS "all_values",
  COUNT(CASE WHEN "most_rows" > 0 THEN "its_value" END) AS "grouped_values",
  COALESCE(SUM(CASE WHEN NOT "its_value" IS NULL THEN "grouped_rows" END), 0) AS "grouped_rows",
  COALESCE(SUM(CASE WHEN NOT "its_value" IS NULL THEN "grouped_rows" - "most_rows" END), 0) AS "slip_rows",
  COALESCE(SUM(CASE WHEN "its_value" IS NULL THEN "grouped_rows" END), 0) AS "lost_rows"
FROM "by_value"
GROUP BY
  "pair"
ORDER BY
  "pair";
