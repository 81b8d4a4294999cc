-- counts
/* How many people of P have each tuple of quasi-identifiers and of the columns of the prior? */
/* Reads public_table (P) once. */
/* One row: a tuple of these values with its people. */
SELECT
  CAST("public_table"."zip" AS TEXT) AS "q0",
  CAST("public_table"."age" AS TEXT) AS "q1",
  "public_table"."job" AS "key_0",
  CAST(SUM(CAST(CAST("public_table"."n" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS "public_count"
FROM "public_table"
WHERE
  CAST(CAST("public_table"."n" AS DECIMAL(38, 9)) AS BIGINT) > 0
GROUP BY
  CAST("public_table"."zip" AS TEXT),
  CAST("public_table"."age" AS TEXT),
  "public_table"."job";

-- one person a row
/* How many people of P have each tuple of quasi-identifiers and of the columns of the prior? */
/* Reads public_table (P) once. */
/* One row: a tuple of these values with its people. */
SELECT
  CAST("public_table"."zip" AS TEXT) AS "q0",
  CAST("public_table"."age" AS TEXT) AS "q1",
  "public_table"."job" AS "key_0",
  COUNT(*) AS "public_count"
FROM "public_table"
GROUP BY
  CAST("public_table"."zip" AS TEXT),
  CAST("public_table"."age" AS TEXT),
  "public_table"."job";
