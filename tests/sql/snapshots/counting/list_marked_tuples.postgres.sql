-- T is given by key
/* Which tuples of quasi-identifiers do the rows of P have, where nearly all of them differ? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a row of P with its values, NULL being a value, and whether it is in T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(1 AS SMALLINT) AS "public_count",
  CAST(CASE WHEN NOT "private_table"."id" IS NULL THEN 1 ELSE 0 END AS SMALLINT) AS "private_count"
FROM "public_table"
LEFT JOIN "private_table"
  ON "public_table"."id" = "private_table"."id";

-- T is marked by a column
/* Which tuples of quasi-identifiers do the rows of P have, where nearly all of them differ? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a row of P with its values, NULL being a value, and whether it is in T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(1 AS SMALLINT) AS "public_count",
  CAST(CASE
    WHEN LOWER(CAST("public_table"."member" AS TEXT)) IN ('true', 't', '1', '1.0', 'yes', 'y')
    THEN 1
    ELSE 0
  END AS SMALLINT) AS "private_count"
FROM "public_table";

-- T is marked by a predicate
/* Which tuples of quasi-identifiers do the rows of P have, where nearly all of them differ? */
/* Reads public_table (P) once, and private_table (keys of T) where T is given by key. */
/* One row: a row of P with its values, NULL being a value, and whether it is in T. */
SELECT
  "public_table"."town" AS "q0",
  "public_table"."born" AS "q1",
  CAST(1 AS SMALLINT) AS "public_count",
  CAST(CASE
    WHEN (
      "public_table"."score" BETWEEN 1 AND 5
      AND NOT "public_table"."town" IN ('it''s', '\')
      OR "public_table"."born" IS NULL
    )
    THEN 1
    ELSE 0
  END AS SMALLINT) AS "private_count"
FROM "public_table";
