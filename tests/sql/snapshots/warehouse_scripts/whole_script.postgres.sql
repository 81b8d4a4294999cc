-- dpsql: delta-presence of a job in postgres, to be run from top to bottom.
-- It checks and releases T at the levels zip=1, age=1, nationality=1.
-- In each class the share of people of P who are in T is from 1/2 to 2/3.
-- Put the names of your tables in the place of public_table (P) and private_table (T).
-- It makes dpsql_release: T with its labels as texts. Drop an older one first.
-- It stays empty if a check fails: the statement that fills it repeats all checks.
-- Other tables dpsql_… are replaced. They, and what the checks print, tell of T.
-- It makes dpsql_release in the first schema of search_path that is there.

-- Hides the notice of each table that is dropped below and is not there.
SET client_min_messages = warning;

-- Everybody of P, counted by their values, and every row of T: with labels.
DROP TABLE IF EXISTS "dpsql_labelled";
CREATE TEMPORARY TABLE "dpsql_labelled" AS
WITH "everybody" AS (
  SELECT
    CAST("zip" AS TEXT) COLLATE "C" AS "zip", CAST("age" AS TEXT) COLLATE "C" AS "age",
    CAST("nationality" AS TEXT) COLLATE "C" AS "nationality",
    COUNT(*) AS "public_count", 0 AS "private_count"
  FROM "public_table" GROUP BY 1, 2, 3
  UNION ALL
  SELECT
    CAST("zip" AS TEXT) COLLATE "C", CAST("age" AS TEXT) COLLATE "C",
    CAST("nationality" AS TEXT) COLLATE "C", 0, 1
  FROM "private_table"
), "labels" AS (
  SELECT
    CASE WHEN "zip" IN ('47906', '47903') THEN '4790*'
         WHEN "zip" IN ('47630', '47633') THEN '4763*'
         WHEN "zip" IN ('48973', '48972', '48970') THEN '4897*' END AS "zip",
    CASE WHEN "age" IN ('35', '18', '22', '33') THEN '≤40'
         WHEN "age" IN ('59', '42', '63', '47', '52') THEN '>40' END AS "age",
    CASE WHEN "nationality" IN ('USA', 'Canada') THEN 'N. America'
         WHEN "nationality" IN ('Brazil', 'Peru') THEN 'S. America'
         WHEN "nationality" IN ('Spain', 'Bulgaria', 'France') THEN 'Europe' END AS "nationality",
    "public_count", "private_count",
    SUM("private_count" - "public_count")
        OVER (PARTITION BY "zip", "age", "nationality") AS "excess"
  FROM "everybody"
)
SELECT
  "zip", "age", "nationality", "public_count", "private_count",
  CASE WHEN "zip" IS NULL THEN 'zip has no label'
       WHEN "age" IS NULL THEN 'age has no label'
       WHEN "nationality" IS NULL THEN 'nationality has no label'
       WHEN "excess" > 0 THEN 'T has more rows with these values than P has people' END AS "problem"
FROM "labels";

-- The classes: whoever has equal labels is in one.
DROP TABLE IF EXISTS "dpsql_classes";
CREATE TEMPORARY TABLE "dpsql_classes" AS
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" * 3 > "public_count" * 2 OR "private_count" * 2 < "public_count" THEN 1
       ELSE 0 END AS "violates"
FROM (
  SELECT
    "zip", "age", "nationality",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "dpsql_labelled" GROUP BY "zip", "age", "nationality"
) AS "counted";

-- What is wrong with the tables or hierarchies. Expected: no rows.
SELECT "problem", SUM("public_count") AS "public_count", SUM("private_count") AS "private_count"
FROM "dpsql_labelled" WHERE "problem" IS NOT NULL GROUP BY "problem";

-- The classes that violate the job. Expected: no rows.
SELECT * FROM "dpsql_classes" WHERE "violates" = 1;

-- The verdict, and the range of presence.
SELECT
  CASE WHEN SUM("violates") = 0 AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0 THEN 'holds'
       ELSE 'fails' END AS "verdict",
  COUNT(*) AS "classes", SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence", MAX("presence") AS "greatest_presence"
FROM "dpsql_classes";

-- T with its labels. No rows if anything is wrong, or if texts are compared without their case.
CREATE TABLE "dpsql_release" AS
SELECT "zip", "age", "nationality" FROM "dpsql_labelled"
WHERE "private_count" > 0
  AND 'e' NOT IN ('E', 'é')
  AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
  AND NOT EXISTS(
    SELECT 1 FROM "dpsql_labelled" GROUP BY "zip", "age", "nationality"
    HAVING SUM("private_count") * 3 > SUM("public_count") * 2
      OR SUM("private_count") * 2 < SUM("public_count")
  )
ORDER BY 1, 2, 3;

-- Clean up: all tables but the release have counts of T.
DROP TABLE IF EXISTS "dpsql_classes";
DROP TABLE IF EXISTS "dpsql_labelled";
