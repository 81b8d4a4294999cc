-- T is given by key
/* The release: T at the chosen levels, where no column is kept besides the quasi-identifiers. */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
SELECT
  "c0" AS "town"
FROM (
  SELECT
    "c0",
    UNNEST(GENERATE_SERIES(1, CAST(SUM("private_count") AS BIGINT))) AS "copy"
  FROM (
    SELECT
      CAST("tuples"."q0" AS TEXT) AS "c0",
      "private_count"
    FROM "tuples"
    WHERE
      "private_count" > 0
  ) AS "labelled"
  GROUP BY
    "c0"
) AS "copies"
ORDER BY
  1;
