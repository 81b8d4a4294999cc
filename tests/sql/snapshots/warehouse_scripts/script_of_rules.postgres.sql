-- dpsql: delta-presence of a job in postgres, to be run from top to bottom.
-- It checks and releases T at the levels zip=2, size=1, born=1, code=1, town=1, said=1.
-- In each class the share of people of P who are in T is at most 1/5.
-- Each class satisfies k_anonymity: 5, l_diversity: {lab: {distinct: 2, entropy: 2}}.
-- It reads register.people (P) and clinic.patients (T).
-- The rows of T are found in P by the key id.
-- It reads geo.towns (the labels of town).
-- P must not have the columns that are kept: lab.
-- Whoever has P would join on them, and no check below looks at that.
-- It makes dpsql_release: T with its labels as texts. Drop an older one first.
-- It stays empty if a check fails: the statement that fills it repeats all checks.
-- Other tables dpsql_… are replaced. They, and what the checks print, tell of T.
-- It makes dpsql_release in the first schema of search_path that is there.

-- Hides the notice of each table that is dropped below and is not there.
SET client_min_messages = warning;

-- Everybody of P, counted by their values, and every row of T: with labels.
DROP TABLE IF EXISTS "dpsql_labelled";
CREATE TEMPORARY TABLE "dpsql_labelled" AS
WITH "texts" AS (
  SELECT
    CAST("zip" AS TEXT) COLLATE "C" AS "zip", CAST("size" AS TEXT) COLLATE "C" AS "size",
    CAST("born" AS TEXT) COLLATE "C" AS "born", CAST("code" AS TEXT) COLLATE "C" AS "code",
    CAST("town" AS TEXT) COLLATE "C" AS "town", CAST("said" AS TEXT) COLLATE "C" AS "said",
    NULL AS "lab", COUNT(*) AS "public_count", 0 AS "private_count"
  FROM "register"."people" GROUP BY 1, 2, 3, 4, 5, 6
  UNION ALL
  SELECT
    CAST("public_table"."zip" AS TEXT) COLLATE "C",
    CAST("public_table"."size" AS TEXT) COLLATE "C",
    CAST("public_table"."born" AS TEXT) COLLATE "C",
    CAST("public_table"."code" AS TEXT) COLLATE "C",
    CAST("public_table"."town" AS TEXT) COLLATE "C",
    CAST("public_table"."said" AS TEXT) COLLATE "C",
    "private_table"."lab", 0, 1
  FROM "register"."people" AS "public_table"
  JOIN "clinic"."patients" AS "private_table"
    ON CAST("public_table"."id" AS TEXT) COLLATE "C"
        = CAST("private_table"."id" AS TEXT) COLLATE "C"
), "everybody" AS (
  SELECT
    *,
    CASE
      WHEN "size" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN CAST("size" AS DECIMAL(38, 12)) - (
        CAST("size" AS DECIMAL(38, 12)) % CAST(2.5 AS DECIMAL(38, 12))
            + CAST(2.5 AS DECIMAL(38, 12))
      ) % CAST(2.5 AS DECIMAL(38, 12))
    END AS "from_size_1"
  FROM "texts"
), "labels" AS (
  SELECT
    '*' AS "zip",
    '[' || CAST(CAST("everybody"."from_size_1" AS DECIMAL(38, 1)) AS TEXT) || ', '
        || CAST(CAST("everybody"."from_size_1"
            + CAST(2.5 AS DECIMAL(38, 12)) AS DECIMAL(38, 1)) AS TEXT)
        || ')' AS "size",
    CASE
      WHEN "everybody"."born" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING("everybody"."born" FROM 1 FOR 7)
    END AS "born",
    SUBSTRING("everybody"."code" FROM 1 FOR 3) || '*' AS "code",
    "labels_town"."label" AS "town",
    CASE
      WHEN "everybody"."said" IN ('a \ b', '${x}') THEN 'it''s'
      WHEN "everybody"."said" IN ('{{ y }}', ('line' || CHR(  10) || 'break')) THEN 'x'
    END AS "said",
    "everybody"."lab", "public_count", "private_count", "everybody"."born" AS "value_born",
    "labels_town"."label_count" AS "count_town"
  FROM "everybody"
  LEFT JOIN (
    SELECT "value", "label", COUNT(*) OVER (PARTITION BY "value") AS "label_count"
    FROM (
      SELECT DISTINCT
        CAST("town" AS TEXT) COLLATE "C" AS "value", CAST("county" AS TEXT) COLLATE "C" AS "label"
      FROM "geo"."towns"
    ) AS "listed"
  ) AS "labels_town"
    ON COALESCE(CAST("everybody"."town" AS TEXT) COLLATE "C" || '.', '')
        = COALESCE(CAST("labels_town"."value" AS TEXT) COLLATE "C" || '.', '')
)
SELECT
  "zip", "size", "born", "code", "town", "said", "lab", "public_count", "private_count",
  CASE
    WHEN (
      SELECT COUNT(*) - COUNT(DISTINCT CAST("id" AS TEXT) COLLATE "C") FROM "register"."people"
    ) > 0 THEN 'P has rows with the same id, or without one'
    WHEN (
      SELECT COUNT(*) - COUNT(DISTINCT CAST("id" AS TEXT) COLLATE "C") FROM "clinic"."patients"
    ) > 0 THEN 'T has rows with the same id, or without one'
    WHEN (
      SELECT COUNT(*) FROM "clinic"."patients" AS "private_table"
      LEFT JOIN "register"."people" AS "public_table"
        ON CAST("private_table"."id" AS TEXT) COLLATE "C"
            = CAST("public_table"."id" AS TEXT) COLLATE "C"
      WHERE "public_table"."id" IS NULL
    ) > 0 THEN 'T has a key id that P lacks'
    WHEN "size" IS NULL THEN 'size has no label'
    WHEN "born" IS NULL AND "value_born" IS NOT NULL THEN 'born has no label'
    WHEN "code" IS NULL THEN 'code has no label'
    WHEN "count_town" IS NULL THEN 'town has no label'
    WHEN "count_town" > 1 THEN 'town has several labels'
    WHEN "said" IS NULL THEN 'said has no label'
  END AS "problem"
FROM "labels";

-- The classes: whoever has equal labels is in one.
DROP TABLE IF EXISTS "dpsql_classes";
CREATE TEMPORARY TABLE "dpsql_classes" AS
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" * 5 > "public_count" OR "private_count" BETWEEN 1 AND 4 THEN 1
       ELSE 0 END AS "violates"
FROM (
  SELECT
    "zip", "size", "born", "code", "town", "said",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "dpsql_labelled" GROUP BY "zip", "size", "born", "code", "town", "said"
) AS "counted";

-- The classes of T that violate l_diversity of lab distinct 2, l_diversity of lab entropy 2.
DROP TABLE IF EXISTS "dpsql_violating_lab";
CREATE TEMPORARY TABLE "dpsql_violating_lab" AS
SELECT "zip", "size", "born", "code", "town", "said"
FROM (
  SELECT
    "zip", "size", "born", "code", "town", "said", CAST("lab" AS TEXT) COLLATE "C" AS "lab",
    COUNT(*) AS "value_count"
  FROM "dpsql_labelled" WHERE "private_count" = 1
  GROUP BY "zip", "size", "born", "code", "town", "said", CAST("lab" AS TEXT) COLLATE "C"
) AS "histograms"
GROUP BY "zip", "size", "born", "code", "town", "said"
HAVING COUNT(*) < 2
  OR (
    SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
      LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
    ) - SUM(
      CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
    )
  ) <= 0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
    LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
  );

-- What is wrong with the tables or hierarchies. Expected: no rows.
SELECT "problem", SUM("public_count") AS "public_count", SUM("private_count") AS "private_count"
FROM "dpsql_labelled" WHERE "problem" IS NOT NULL GROUP BY "problem";

-- The classes that violate l_diversity of lab distinct 2, l_diversity of lab entropy 2. Expected: no rows.
SELECT * FROM "dpsql_violating_lab";

-- The classes that violate the job. Expected: no rows.
SELECT * FROM "dpsql_classes" WHERE "violates" = 1;

-- The verdict, and the range of presence.
SELECT
  CASE
    WHEN SUM("violates") = 0
    AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
    AND (SELECT COUNT(*) FROM "dpsql_violating_lab") = 0 THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes", SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence", MAX("presence") AS "greatest_presence"
FROM "dpsql_classes";

-- T with its labels. No rows if anything is wrong, or if texts are compared without their case.
CREATE TABLE "dpsql_release" AS
SELECT "zip", "size", "born", "code", "town", "said", "lab" FROM "dpsql_labelled"
WHERE "private_count" > 0
  AND 'e' NOT IN ('E', 'é')
  AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
  AND NOT EXISTS(
    SELECT "zip", "size", "born", "code", "town", "said"
    FROM (
      SELECT
        "zip", "size", "born", "code", "town", "said", CAST("lab" AS TEXT) COLLATE "C" AS "lab",
        COUNT(*) AS "value_count"
      FROM "dpsql_labelled" WHERE "private_count" = 1
      GROUP BY "zip", "size", "born", "code", "town", "said", CAST("lab" AS TEXT) COLLATE "C"
    ) AS "histograms"
    GROUP BY "zip", "size", "born", "code", "town", "said"
    HAVING COUNT(*) < 2
      OR (
        SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
          LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
        ) - SUM(
          CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
        )
      ) <= 0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
        LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
      )
  )
  AND NOT EXISTS(
    SELECT 1 FROM "dpsql_labelled" GROUP BY "zip", "size", "born", "code", "town", "said"
    HAVING SUM("private_count") * 5 > SUM("public_count") OR SUM("private_count") BETWEEN 1 AND 4
  )
ORDER BY 1, 2, 3, 4, 5, 6, 7;

-- Clean up: all tables but the release have counts of T.
DROP TABLE IF EXISTS "dpsql_violating_lab";
DROP TABLE IF EXISTS "dpsql_classes";
DROP TABLE IF EXISTS "dpsql_labelled";
