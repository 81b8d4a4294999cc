-- P is known from tables
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')) AS "v0",
  "public_table"."born" AS "v1",
  COUNT(*) AS "public_count",
  COUNT(CASE WHEN (
    (
      TRUE
    )
  ) THEN CAST(1 AS BIGINT) END) AS "private_count"
FROM "public_table"
GROUP BY
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')),
  "public_table"."born";

-- T is a table
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')) AS "v0",
  "public_table"."born" AS "v1",
  COUNT(*) AS "public_count",
  CAST(0 AS BIGINT) AS "private_count"
FROM "public_table"
GROUP BY
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')),
  "public_table"."born"
UNION ALL
SELECT
  TRY_CAST(CASE WHEN "private_table"."town" IS NULL THEN NULL ELSE "private_table"."town" END AS ENUM('x', 'y')) AS "v0",
  "private_table"."born" AS "v1",
  CAST(0 AS BIGINT) AS "public_count",
  COUNT(*) AS "private_count"
FROM "private_table"
GROUP BY
  TRY_CAST(CASE WHEN "private_table"."town" IS NULL THEN NULL ELSE "private_table"."town" END AS ENUM('x', 'y')),
  "private_table"."born";

-- T is given by key
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')) AS "v0",
  COUNT(*) AS "public_count",
  COUNT(CASE WHEN NOT "private_table"."id" IS NULL THEN CAST(1 AS BIGINT) END) AS "private_count"
FROM "public_table"
LEFT JOIN "private_table"
  ON "public_table"."id" = "private_table"."id"
GROUP BY
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y'));

-- a release whose boxes overlap
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')) AS "v0",
  "public_table"."born" AS "v1",
  COUNT(*) AS "public_count",
  COUNT(CASE WHEN (
    "public_table"."id" <> '3'
  ) THEN CAST(1 AS BIGINT) END) AS "private_count"
FROM "public_table"
GROUP BY
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')),
  "public_table"."born";

-- rates by another column
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  COUNT(*) AS "public_count",
  CAST(0 AS BIGINT) AS "private_count"
FROM "public_table"
UNION ALL
SELECT
  CAST(0 AS BIGINT) AS "public_count",
  COUNT(*) AS "private_count"
FROM "private_table";

-- rates by town
/* What does the verifier count in P and T, by itself? */
/* Reads public_table (P) and private_table (T) once, whichever the job has. */
/* One row: a tuple of the quasi-identifiers that are not suppressed, or a row of P or T where nearly all differ, with its rows of P and of T. */
SELECT
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y')) AS "v0",
  COUNT(*) AS "public_count",
  CAST(0 AS BIGINT) AS "private_count"
FROM "public_table"
GROUP BY
  TRY_CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM('x', 'y'))
UNION ALL
SELECT
  TRY_CAST(CASE WHEN "private_table"."town" IS NULL THEN NULL ELSE "private_table"."town" END AS ENUM('x', 'y')) AS "v0",
  CAST(0 AS BIGINT) AS "public_count",
  COUNT(*) AS "private_count"
FROM "private_table"
GROUP BY
  TRY_CAST(CASE WHEN "private_table"."town" IS NULL THEN NULL ELSE "private_table"."town" END AS ENUM('x', 'y'));
