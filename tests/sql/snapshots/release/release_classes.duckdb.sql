-- mapping table, raw dates
/* The release: T at the chosen levels, where no column is kept besides the quasi-identifiers. */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a released row, or with a count all that are equal; sorted by what is released, so that order says nothing about T. */
SELECT
  "c0" AS "town",
  "c1" AS "born"
FROM (
  SELECT
    "c0",
    "c1",
    UNNEST(GENERATE_SERIES(1, CAST(SUM("private_count") AS BIGINT))) AS "copy"
  FROM (
    SELECT
      "mapping_0"."label_1" AS "c0",
      "tuples"."q1" AS "c1",
      "private_count"
    FROM "tuples"
    LEFT JOIN "mapping_0"
      ON CAST("tuples"."q0" AS TEXT) IS NOT DISTINCT FROM "mapping_0"."leaf"
    WHERE
      "private_count" > 0
  ) AS "labelled"
  GROUP BY
    "c0",
    "c1"
) AS "copies"
ORDER BY
  1,
  2;

-- total suppression
/* The release: T at the chosen levels, where no column is kept besides the quasi-identifiers. */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a released row, or with a count all that are equal; sorted by what is released, so that order says nothing about T. */
SELECT
  "c0" AS "town",
  "c1" AS "born"
FROM (
  SELECT
    "c0",
    "c1",
    UNNEST(GENERATE_SERIES(1, CAST(SUM("private_count") AS BIGINT))) AS "copy"
  FROM (
    SELECT
      '*' AS "c0",
      '*' AS "c1",
      "private_count"
    FROM "tuples"
    WHERE
      "private_count" > 0
  ) AS "labelled"
  GROUP BY
    "c0",
    "c1"
) AS "copies"
ORDER BY
  1,
  2;
