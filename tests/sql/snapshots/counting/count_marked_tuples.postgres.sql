-- T is given by key
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  COUNT(*) AS "public_count",
  CAST(SUM(CASE WHEN NOT "private_table"."id" IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS "private_count"
FROM "public_table"
LEFT JOIN "private_table"
  ON "public_table"."id" = "private_table"."id"
GROUP BY
  "public_table"."town",
  "public_table"."born";

-- T is given by key, P is counts
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(SUM(CAST("public_table"."people" AS BIGINT)) AS BIGINT) AS "public_count",
  CAST(SUM(
    CASE
      WHEN NOT "private_table"."id" IS NULL
      THEN CAST("public_table"."people" AS BIGINT)
      ELSE 0
    END
  ) AS BIGINT) AS "private_count"
FROM "public_table"
LEFT JOIN "private_table"
  ON "public_table"."id" = "private_table"."id"
WHERE
  CAST("public_table"."people" AS BIGINT) > 0
GROUP BY
  "public_table"."town",
  "public_table"."born";

-- T is marked by a column
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  COUNT(*) AS "public_count",
  CAST(SUM(
    CASE
      WHEN LOWER(CAST("public_table"."member" AS TEXT)) IN ('true', 't', '1', '1.0', 'yes', 'y')
      THEN 1
      ELSE 0
    END
  ) AS BIGINT) AS "private_count"
FROM "public_table"
GROUP BY
  "public_table"."town",
  "public_table"."born";

-- T is marked by a column, P is counts
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(SUM(CAST("public_table"."people" AS BIGINT)) AS BIGINT) AS "public_count",
  CAST(SUM(
    CASE
      WHEN LOWER(CAST("public_table"."member" AS TEXT)) IN ('true', 't', '1', '1.0', 'yes', 'y')
      THEN CAST("public_table"."people" AS BIGINT)
      ELSE 0
    END
  ) AS BIGINT) AS "private_count"
FROM "public_table"
WHERE
  CAST("public_table"."people" AS BIGINT) > 0
GROUP BY
  "public_table"."town",
  "public_table"."born";

-- T is marked by a predicate
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  COUNT(*) AS "public_count",
  CAST(SUM(
    CASE
      WHEN (
        "public_table"."score" BETWEEN 1 AND 5
        AND NOT "public_table"."town" IN ('it''s', '\')
        OR "public_table"."born" IS NULL
      )
      THEN 1
      ELSE 0
    END
  ) AS BIGINT) AS "private_count"
FROM "public_table"
GROUP BY
  "public_table"."town",
  "public_table"."born";

-- T is marked by a predicate, P is counts
/* Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a tuple of values as text, NULL being a value, with its rows of P and of T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(SUM(CAST("public_table"."people" AS BIGINT)) AS BIGINT) AS "public_count",
  CAST(SUM(
    CASE
      WHEN (
        "public_table"."score" BETWEEN 1 AND 5
        AND NOT "public_table"."town" IN ('it''s', '\')
        OR "public_table"."born" IS NULL
      )
      THEN CAST("public_table"."people" AS BIGINT)
      ELSE 0
    END
  ) AS BIGINT) AS "private_count"
FROM "public_table"
WHERE
  CAST("public_table"."people" AS BIGINT) > 0
GROUP BY
  "public_table"."town",
  "public_table"."born";
