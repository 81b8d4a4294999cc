-- T is a table
/* The release: T at the chosen levels, with the columns to keep. */
/* Reads the rows of T, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
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
  CASE
    WHEN REGEXP_MATCHES(
      CAST("private_rows"."born" AS TEXT),
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
    )
    THEN SUBSTRING(CAST("private_rows"."born" AS TEXT), 1, 7)
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "private_table"."town" AS "town",
    "private_table"."born" AS "born",
    "private_table"."lab"
  FROM "private_table"
) AS "private_rows"
ORDER BY
  1,
  2,
  3;

-- T is given by key
/* The release: T at the chosen levels, with the columns to keep. */
/* Reads the rows of T, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
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
  CASE
    WHEN REGEXP_MATCHES(
      CAST("private_rows"."born" AS TEXT),
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
    )
    THEN SUBSTRING(CAST("private_rows"."born" AS TEXT), 1, 7)
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "public_table"."town" AS "town",
    "public_table"."born" AS "born",
    "private_table"."lab"
  FROM "public_table"
  JOIN "private_table"
    ON "public_table"."id" = "private_table"."id"
) AS "private_rows"
ORDER BY
  1,
  2,
  3;

-- T is marked by a column
/* The release: T at the chosen levels, with the columns to keep. */
/* Reads the rows of T, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
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
  CASE
    WHEN REGEXP_MATCHES(
      CAST("private_rows"."born" AS TEXT),
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
    )
    THEN SUBSTRING(CAST("private_rows"."born" AS TEXT), 1, 7)
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "public_table"."town" AS "town",
    "public_table"."born" AS "born",
    "public_table"."lab"
  FROM "public_table"
  WHERE
    LOWER(CAST("public_table"."member" AS TEXT)) IN ('true', 't', '1', '1.0', 'yes', 'y')
) AS "private_rows"
ORDER BY
  1,
  2,
  3;

-- T is marked by a predicate
/* The release: T at the chosen levels, with the columns to keep. */
/* Reads the rows of T, and the mapping tables of large hierarchies. */
/* One row: a released row; sorted by what is released, so that order says nothing about T. */
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
  CASE
    WHEN REGEXP_MATCHES(
      CAST("private_rows"."born" AS TEXT),
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
    )
    THEN SUBSTRING(CAST("private_rows"."born" AS TEXT), 1, 7)
  END AS "born",
  "private_rows"."lab"
FROM (
  SELECT
    "public_table"."town" AS "town",
    "public_table"."born" AS "born",
    "public_table"."lab"
  FROM "public_table"
  WHERE
    (
      "public_table"."score" BETWEEN 1 AND 5
      AND NOT "public_table"."town" IN ('it''s', '\')
      OR "public_table"."born" IS NULL
    )
) AS "private_rows"
ORDER BY
  1,
  2,
  3;
