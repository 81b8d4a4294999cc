-- a kept column
/* The rows of a release as texts, numbered by what they hold. */
/* Reads a release that is not written. */
/* One row: a released row with its labels, what is kept, and its number; equal rows are interchangeable. */
SELECT
  "c0",
  "c1",
  "k0",
  CAST(ROW_NUMBER() OVER (ORDER BY "c0", "c1", CAST("k0" AS TEXT), "copy") AS BIGINT) AS "number"
FROM (
  SELECT
    CAST("town" AS TEXT) AS "c0",
    CAST("born" AS TEXT) AS "c1",
    "paid" AS "k0",
    1 AS "copy"
  FROM (
    SELECT
      CASE
        WHEN CAST("private_rows"."town" AS TEXT) IN ('it''s', 'y')
        THEN 'a \ b'
        WHEN CAST("private_rows"."town" AS TEXT) IN ('z')
        THEN 'c'
        WHEN (
          CAST("private_rows"."town" AS TEXT) IS NULL
        )
        THEN NULL
      END AS "town",
      "private_rows"."born",
      "private_rows"."paid"
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."paid"
      FROM "private_table"
    ) AS "private_rows"
  ) AS "released"
) AS "labelled";

-- a release of counts
/* The rows of a release as texts, numbered by what they hold. */
/* Reads a release that is not written. */
/* One row: a released row with its labels, what is kept, and its number; equal rows are interchangeable. */
SELECT
  "c0",
  "c1",
  CAST(ROW_NUMBER() OVER (ORDER BY "c0", "c1", "copy") AS BIGINT) AS "number"
FROM (
  SELECT
    CAST("town" AS TEXT) AS "c0",
    CAST("born" AS TEXT) AS "c1",
    UNNEST(GENERATE_SERIES(1, CAST("people" AS BIGINT))) AS "copy"
  FROM (
    SELECT
      "c0" AS "town",
      "c1" AS "born",
      CAST("copy" AS BIGINT) AS "people"
    FROM (
      SELECT
        "c0",
        "c1",
        CAST(SUM("private_count") AS BIGINT) AS "copy"
      FROM (
        SELECT
          CASE
            WHEN CAST("tuples"."q0" AS TEXT) IN ('it''s', 'y')
            THEN 'a \ b'
            WHEN CAST("tuples"."q0" AS TEXT) IN ('z')
            THEN 'c'
            WHEN (
              CAST("tuples"."q0" AS TEXT) IS NULL
            )
            THEN NULL
          END AS "c0",
          "tuples"."q1" AS "c1",
          "private_count"
        FROM "tuples"
        WHERE
          "private_count" > 0
      ) AS "labelled"
      GROUP BY
        "c0",
        "c1"
    ) AS "copies"
  ) AS "released"
) AS "labelled";

-- nothing is kept
/* The rows of a release as texts, numbered by what they hold. */
/* Reads a release that is not written. */
/* One row: a released row with its labels, what is kept, and its number; equal rows are interchangeable. */
SELECT
  "c0",
  "c1",
  CAST(ROW_NUMBER() OVER (ORDER BY "c0", "c1", "copy") AS BIGINT) AS "number"
FROM (
  SELECT
    CAST("town" AS TEXT) AS "c0",
    CAST("born" AS TEXT) AS "c1",
    1 AS "copy"
  FROM (
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
          CASE
            WHEN CAST("tuples"."q0" AS TEXT) IN ('it''s', 'y')
            THEN 'a \ b'
            WHEN CAST("tuples"."q0" AS TEXT) IN ('z')
            THEN 'c'
            WHEN (
              CAST("tuples"."q0" AS TEXT) IS NULL
            )
            THEN NULL
          END AS "c0",
          "tuples"."q1" AS "c1",
          "private_count"
        FROM "tuples"
        WHERE
          "private_count" > 0
      ) AS "labelled"
      GROUP BY
        "c0",
        "c1"
    ) AS "copies"
  ) AS "released"
) AS "labelled";
