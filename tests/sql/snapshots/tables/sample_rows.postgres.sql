-- T is a table
/* How many of these rows differ? */
/* Reads a sample of P or of its tuples, never T. */
/* One row: the number of rows, and of distinct ones. */
SELECT
  CAST(COALESCE(SUM("row_count"), 0) AS BIGINT) AS "row_count",
  COUNT(*) AS "distinct_count"
FROM (
  SELECT
    COUNT(*) AS "row_count"
  FROM (
    SELECT
      CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM ('x', 'y')) AS "v0",
      "public_table"."born" AS "v1"
    FROM "public_table"
    LIMIT 20000
  ) AS "sampled_rows"
  GROUP BY
    "v0",
    "v1"
) AS "distinct_rows";

-- T is given by key
/* How many of these rows differ? */
/* Reads a sample of P or of its tuples, never T. */
/* One row: the number of rows, and of distinct ones. */
SELECT
  CAST(COALESCE(SUM("row_count"), 0) AS BIGINT) AS "row_count",
  COUNT(*) AS "distinct_count"
FROM (
  SELECT
    COUNT(*) AS "row_count"
  FROM (
    SELECT
      CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM ('x', 'y')) AS "q0"
    FROM "public_table"
    LIMIT 20000
  ) AS "sampled_rows"
  GROUP BY
    "q0"
) AS "distinct_rows";

-- T is marked by a column
/* How many of these rows differ? */
/* Reads a sample of P or of its tuples, never T. */
/* One row: the number of rows, and of distinct ones. */
SELECT
  CAST(COALESCE(SUM("row_count"), 0) AS BIGINT) AS "row_count",
  COUNT(*) AS "distinct_count"
FROM (
  SELECT
    COUNT(*) AS "row_count"
  FROM (
    SELECT
      CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM ('x', 'y')) AS "q0",
      "public_table"."born" AS "q1"
    FROM "public_table"
    LIMIT 20000
  ) AS "sampled_rows"
  GROUP BY
    "q0",
    "q1"
) AS "distinct_rows";

-- rows repeat
/* How many of these rows differ? */
/* Reads a sample of P or of its tuples, never T. */
/* One row: the number of rows, and of distinct ones. */
SELECT
  CAST(COALESCE(SUM("row_count"), 0) AS BIGINT) AS "row_count",
  COUNT(*) AS "distinct_count"
FROM (
  SELECT
    COUNT(*) AS "row_count"
  FROM (
    SELECT
      CAST(CASE WHEN "public_table"."town" IS NULL THEN NULL ELSE "public_table"."town" END AS ENUM ('x', 'y')) AS "v0"
    FROM "public_table"
    LIMIT 20000
  ) AS "sampled_rows"
  GROUP BY
    "v0"
) AS "distinct_rows";
