-- P and T are counts
/* Which distinct tuples of quasi-identifiers occur, and how often in P and in T? */
/* Reads public_table (P) and private_table (T), each once. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "q0",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "public_table"."town" AS "q0",
    COUNT(*) AS "public_count",
    CAST(0 AS BIGINT) AS "private_count"
  FROM "public_table"
  GROUP BY
    "public_table"."town"
  UNION ALL
  SELECT
    "private_table"."town",
    CAST(0 AS BIGINT),
    CAST(SUM(CAST("private_table"."cases" AS BIGINT)) AS BIGINT)
  FROM "private_table"
  WHERE
    CAST("private_table"."cases" AS BIGINT) > 0
  GROUP BY
    "private_table"."town"
) AS "counted"
GROUP BY
  "q0";

-- T is a table
/* Which distinct tuples of quasi-identifiers occur, and how often in P and in T? */
/* Reads public_table (P) and private_table (T), each once. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "q0",
  "q1",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "public_table"."town" AS "q0",
    "public_table"."born" AS "q1",
    COUNT(*) AS "public_count",
    CAST(0 AS BIGINT) AS "private_count"
  FROM "public_table"
  GROUP BY
    "public_table"."town",
    "public_table"."born"
  UNION ALL
  SELECT
    "private_table"."town",
    "private_table"."born",
    CAST(0 AS BIGINT),
    COUNT(*)
  FROM "private_table"
  GROUP BY
    "private_table"."town",
    "private_table"."born"
) AS "counted"
GROUP BY
  "q0",
  "q1";

-- T is a table, P is counts
/* Which distinct tuples of quasi-identifiers occur, and how often in P and in T? */
/* Reads public_table (P) and private_table (T), each once. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "q0",
  "q1",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "public_table"."town" AS "q0",
    "public_table"."born" AS "q1",
    CAST(SUM(CAST("public_table"."people" AS BIGINT)) AS BIGINT) AS "public_count",
    CAST(0 AS BIGINT) AS "private_count"
  FROM "public_table"
  WHERE
    CAST("public_table"."people" AS BIGINT) > 0
  GROUP BY
    "public_table"."town",
    "public_table"."born"
  UNION ALL
  SELECT
    "private_table"."town",
    "private_table"."born",
    CAST(0 AS BIGINT),
    COUNT(*)
  FROM "private_table"
  GROUP BY
    "private_table"."town",
    "private_table"."born"
) AS "counted"
GROUP BY
  "q0",
  "q1";
