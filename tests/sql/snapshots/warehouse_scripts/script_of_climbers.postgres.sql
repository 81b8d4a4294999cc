-- dpsql: delta-presence of a job in postgres, to be run from top to bottom.
-- It lets people climb from the levels zip=2, age=1, nationality=0.
-- At least 4 people of P settle together, at the root all who are left.
-- In each class the share of people of P who are in T is from 1/2 to 2/3.
-- Put the names of your tables in the place of public_table (P) and private_table (T).
-- It makes dpsql_release: T with its labels as texts. Drop an older one first.
-- It stays empty if a check fails: the statement that fills it repeats all checks.
-- Other tables dpsql_… are replaced. They, and what the checks print, tell of T.
-- It makes dpsql_release in the first schema of search_path that is there.

-- Hides the notice of each table that is dropped below and is not there.
SET client_min_messages = warning;

-- Everybody of P, counted by their values, and every row of T: with labels of all steps.
DROP TABLE IF EXISTS "dpsql_people";
CREATE TEMPORARY TABLE "dpsql_people" AS
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
    CASE WHEN "zip" IN ('47906', '47903', '47630', '47633') THEN '47*'
         WHEN "zip" IN ('48973', '48972', '48970') THEN '48*' END AS "level_zip_2",
    CASE WHEN "age" IN ('35', '18', '22', '33') THEN '≤40'
         WHEN "age" IN ('59', '42', '63', '47', '52') THEN '>40' END AS "level_age_1",
    "nationality",
    CASE
      WHEN "nationality" IN ('USA', 'Canada') THEN 'N. America'
      WHEN "nationality" IN ('Brazil', 'Peru') THEN 'S. America'
      WHEN "nationality" IN ('Spain', 'Bulgaria', 'France') THEN 'Europe'
    END AS "level_nationality_1",
    CASE
      WHEN "nationality" IN ('USA', 'Canada', 'Brazil', 'Peru') THEN 'America'
      WHEN "nationality" IN ('Spain', 'Bulgaria', 'France') THEN 'Europe'
    END AS "level_nationality_2",
    "public_count", "private_count",
    SUM("private_count" - "public_count")
        OVER (PARTITION BY "zip", "age", "nationality") AS "excess"
  FROM "everybody"
)
SELECT
  "level_zip_2", "level_age_1", "nationality", "level_nationality_1", "level_nationality_2",
  "public_count", "private_count",
  CASE WHEN "level_zip_2" IS NULL THEN 'zip has no label'
       WHEN "level_age_1" IS NULL THEN 'age has no label'
       WHEN "level_nationality_1" IS NULL THEN 'nationality has no label'
       WHEN "excess" > 0 THEN 'T has more rows with these values than P has people' END AS "problem"
FROM "labels";

-- Who settles at zip=2, age=1, nationality=0: at least 4 people share labels.
DROP TABLE IF EXISTS "dpsql_settled_1";
CREATE TEMPORARY TABLE "dpsql_settled_1" AS
SELECT
  *,
  CASE
    WHEN SUM("public_count") OVER (PARTITION BY "level_zip_2", "level_age_1", "nationality") >= 4
    THEN 1
    ELSE 0
  END AS "settled_1"
FROM "dpsql_people";

-- Who settles at zip=2, age=1, nationality=1: at least 4 people who are left share labels.
DROP TABLE IF EXISTS "dpsql_settled_2";
CREATE TEMPORARY TABLE "dpsql_settled_2" AS
SELECT
  *,
  CASE
    WHEN "settled_1" = 1 THEN 1
    WHEN SUM("public_count")
        OVER (PARTITION BY "settled_1", "level_zip_2", "level_age_1", "level_nationality_1") >= 4
    THEN 1
    ELSE 0
  END AS "settled_2"
FROM "dpsql_settled_1";

-- Who settles at zip=2, age=1, nationality=2: at least 4 people who are left share labels.
DROP TABLE IF EXISTS "dpsql_settled_3";
CREATE TEMPORARY TABLE "dpsql_settled_3" AS
SELECT
  *,
  CASE
    WHEN "settled_2" = 1 THEN 1
    WHEN SUM("public_count")
        OVER (PARTITION BY "settled_2", "level_zip_2", "level_age_1", "level_nationality_2") >= 4
    THEN 1
    ELSE 0
  END AS "settled_3"
FROM "dpsql_settled_2";

-- Who settles at zip=2, age=1, nationality=3: at least 4 people who are left share labels.
DROP TABLE IF EXISTS "dpsql_settled_4";
CREATE TEMPORARY TABLE "dpsql_settled_4" AS
SELECT
  *,
  CASE
    WHEN "settled_3" = 1 THEN 1
    WHEN SUM("public_count") OVER (PARTITION BY "settled_3", "level_zip_2", "level_age_1") >= 4
    THEN 1
    ELSE 0
  END AS "settled_4"
FROM "dpsql_settled_3";

-- Who settles at zip=3, age=1, nationality=3: at least 4 people who are left share labels.
DROP TABLE IF EXISTS "dpsql_settled_5";
CREATE TEMPORARY TABLE "dpsql_settled_5" AS
SELECT
  *,
  CASE WHEN "settled_4" = 1 THEN 1
       WHEN SUM("public_count") OVER (PARTITION BY "settled_4", "level_age_1") >= 4 THEN 1
       ELSE 0 END AS "settled_5"
FROM "dpsql_settled_4";

-- Everybody with the labels of the step where they settle.
DROP TABLE IF EXISTS "dpsql_labelled";
CREATE TEMPORARY TABLE "dpsql_labelled" AS
SELECT
  CASE WHEN "settled_4" = 1 THEN "level_zip_2" ELSE '4*' END AS "zip",
  CASE WHEN "settled_5" = 1 THEN "level_age_1" ELSE '*' END AS "age",
  CASE WHEN "settled_1" = 1 THEN "nationality"
       WHEN "settled_2" = 1 THEN "level_nationality_1"
       WHEN "settled_3" = 1 THEN "level_nationality_2"
       ELSE '*' END AS "nationality",
  "public_count", "private_count", "problem"
FROM "dpsql_settled_5";

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
DROP TABLE IF EXISTS "dpsql_settled_5";
DROP TABLE IF EXISTS "dpsql_settled_4";
DROP TABLE IF EXISTS "dpsql_settled_3";
DROP TABLE IF EXISTS "dpsql_settled_2";
DROP TABLE IF EXISTS "dpsql_settled_1";
DROP TABLE IF EXISTS "dpsql_people";
