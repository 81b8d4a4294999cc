-- rare people climb, a column kept
/* The release: T with the labels of the nodes where people settled, and the columns to keep. */
/* Reads the rows of T, the steps on which tuples settled, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
SELECT
  CASE
    WHEN "settled"."step" = 1
    THEN CASE
      WHEN CAST("private_rows"."town" AS TEXT) IN ('x')
      THEN 'near'
      WHEN CAST("private_rows"."town" AS TEXT) IN ('y')
      THEN 'far'
    END
    WHEN "settled"."step" = 2
    THEN '*'
    WHEN "settled"."step" = 3
    THEN '*'
    ELSE CAST("private_rows"."town" AS TEXT)
  END AS "town",
  CASE
    WHEN "settled"."step" = 3
    THEN '*'
    ELSE CASE
      WHEN REGEXP_MATCHES(
        CAST("private_rows"."born" AS TEXT),
        '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      )
      THEN SUBSTRING(CAST("private_rows"."born" AS TEXT), 1, 7)
    END
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "private_table"."town" AS "town",
    "private_table"."born" AS "born",
    "private_table"."lab"
  FROM "private_table"
) AS "private_rows"
LEFT JOIN "settled"
  ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM CAST("settled"."q0" AS TEXT)
  AND CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM CAST("settled"."q1" AS TEXT)
ORDER BY
  1,
  2,
  3;
