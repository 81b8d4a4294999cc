-- two releases compared
/* Which labels has everybody of P in two releases? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: people of P who share their labels in both. */
SELECT
  "o0",
  "n0",
  "n1",
  CAST(SUM("public_count") AS BIGINT) AS "people"
FROM (
  SELECT
    CAST(CASE
      WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
      THEN 'near'
      WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
      THEN 'far'
    END AS TEXT) AS "o0",
    CAST("tuples"."q0" AS TEXT) AS "n0",
    CAST(CASE
      WHEN REGEXP_MATCHES(
        CAST("tuples"."q1" AS TEXT),
        '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      )
      THEN SUBSTRING(CAST("tuples"."q1" AS TEXT), 1, 7)
    END AS TEXT) AS "n1",
    "public_count"
  FROM "tuples"
) AS "labelled"
GROUP BY
  "o0",
  "n0",
  "n1";
