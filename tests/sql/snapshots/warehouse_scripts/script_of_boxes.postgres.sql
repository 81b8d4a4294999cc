-- dpsql: delta-presence of a job in postgres, to be run from top to bottom.
-- It checks and releases T in the 2 boxes of r.parquet.
-- In each class the share of people of P who are in T is at most 1/5.
-- Each class satisfies k_anonymity: 5, l_diversity: {lab: {distinct: 2, entropy: 2}}.
-- It reads register.people (P) and clinic.patients (T).
-- The rows of T are found in P by the key id.
-- P must not have the columns that are kept: lab.
-- Whoever has P would join on them, and no check below looks at that.
-- It makes dpsql_release: T with its labels as texts. Drop an older one first.
-- It stays empty if a check fails: the statement that fills it repeats all checks.
-- Other tables dpsql_… are replaced. They, and what the checks print, tell of T.
-- It makes dpsql_release in the first schema of search_path that is there.

-- Hides the notice of each table that is dropped below and is not there.
SET client_min_messages = warning;

-- The boxes of the release: their texts, and the first and last value of each range.
DROP TABLE IF EXISTS "dpsql_boxes";
CREATE TEMPORARY TABLE "dpsql_boxes" (
  "range_size" TEXT, "low_size" TEXT, "high_size" TEXT, "range_born" TEXT, "low_born" TEXT,
  "high_born" TEXT, "range_code" TEXT, "low_code" TEXT, "high_code" TEXT, "range_said" TEXT,
  "low_said" TEXT, "high_said" TEXT
);
INSERT INTO "dpsql_boxes" (
  "range_size", "low_size", "high_size", "range_born", "low_born", "high_born", "range_code",
  "low_code", "high_code", "range_said", "low_said", "high_said"
)
VALUES
  ('[-2.5..7]', '-2.5', '7', '[NULL..1999-12-31]', NULL, '1999-12-31', '[ab..zz]', 'ab', 'zz',
   '[a \ b..${x}]', '1', '2'),
  (
    '[07..7.5]', '07', '7.5', '2000-01-01', '2000-01-01', '2000-01-01', 'zzz', 'zzz', 'zzz',
    ('line' || CHR(  10) || 'break'),
    '4', '4'
  );

-- The values of said in their order.
DROP TABLE IF EXISTS "dpsql_order_said";
CREATE TEMPORARY TABLE "dpsql_order_said" ("value" TEXT, "place" TEXT);
INSERT INTO "dpsql_order_said" ("value", "place")
VALUES
  (NULL, '0'), ('a \ b', '1'), ('${x}', '2'), ('{{ y }}', '3'),
  (('line' || CHR(  10) || 'break'), '4');

-- Everybody of P, counted by their values, and every row of T.
DROP TABLE IF EXISTS "dpsql_people";
CREATE TEMPORARY TABLE "dpsql_people" AS
SELECT
  "everybody"."size", "everybody"."born", "everybody"."code", "everybody"."said",
  CASE
    WHEN "everybody"."size" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
    THEN CAST("everybody"."size" AS DECIMAL(38, 12))
  END AS "number_size",
  CAST("order_said"."place" AS BIGINT) AS "place_said",
  "everybody"."lab", "public_count", "private_count",
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
    WHEN NOT "everybody"."size" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$' THEN 'size is no plain number'
    WHEN NOT "everybody"."born" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T][0-9:.]*)?$'
    THEN 'born is no plain date'
    WHEN "order_said"."label_count" IS NULL THEN 'said has no place in its order'
    WHEN "order_said"."label_count" > 1 THEN 'said has several places in its order'
  END AS "problem"
FROM (
  SELECT
    CAST("size" AS TEXT) COLLATE "C" AS "size", CAST("born" AS TEXT) COLLATE "C" AS "born",
    CAST("code" AS TEXT) COLLATE "C" AS "code", CAST("said" AS TEXT) COLLATE "C" AS "said",
    NULL AS "lab", COUNT(*) AS "public_count", 0 AS "private_count"
  FROM "register"."people" GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT
    CAST("public_table"."size" AS TEXT) COLLATE "C",
    CAST("public_table"."born" AS TEXT) COLLATE "C",
    CAST("public_table"."code" AS TEXT) COLLATE "C",
    CAST("public_table"."said" AS TEXT) COLLATE "C",
    "private_table"."lab", 0, 1
  FROM "register"."people" AS "public_table"
  JOIN "clinic"."patients" AS "private_table"
    ON CAST("public_table"."id" AS TEXT) COLLATE "C"
        = CAST("private_table"."id" AS TEXT) COLLATE "C"
) AS "everybody"
LEFT JOIN (
  SELECT "value", "place", COUNT(*) OVER (PARTITION BY "value") AS "label_count"
  FROM (
    SELECT DISTINCT
      CAST("value" AS TEXT) COLLATE "C" AS "value", CAST("place" AS TEXT) COLLATE "C" AS "place"
    FROM "dpsql_order_said"
  ) AS "listed"
) AS "order_said"
  ON COALESCE(CAST("everybody"."said" AS TEXT) COLLATE "C" || '.', '')
      = COALESCE(CAST("order_said"."value" AS TEXT) COLLATE "C" || '.', '');

-- Everybody with the texts of their box.
DROP TABLE IF EXISTS "dpsql_labelled";
CREATE TEMPORARY TABLE "dpsql_labelled" AS
SELECT
  CASE WHEN "found"."box_count" IS NULL THEN '(in no box)' ELSE "found"."range_size" END AS "size",
  CASE WHEN "found"."box_count" IS NULL THEN '(in no box)' ELSE "found"."range_born" END AS "born",
  CASE WHEN "found"."box_count" IS NULL THEN '(in no box)' ELSE "found"."range_code" END AS "code",
  CASE WHEN "found"."box_count" IS NULL THEN '(in no box)' ELSE "found"."range_said" END AS "said",
  "people"."lab", "public_count", "private_count",
  COALESCE(
    "problem",
    CASE WHEN "found"."box_count" > 1 THEN 'somebody is in several boxes'
         WHEN "private_count" > 0 AND "found"."box_count" IS NULL THEN 'T has rows in no box' END
  ) AS "problem"
FROM "dpsql_people" AS "people"
LEFT JOIN (
  SELECT
    "spots"."value_size", MIN("ranges"."range_size") AS "range_size", "spots"."value_born",
    MIN("ranges"."range_born") AS "range_born", "spots"."value_code",
    MIN("ranges"."range_code") AS "range_code", "spots"."value_said",
    MIN("ranges"."range_said") AS "range_said", COUNT(*) AS "box_count"
  FROM (
    SELECT DISTINCT
      CAST("size" AS TEXT) COLLATE "C" AS "value_size",
      "number_size",
      CAST("born" AS TEXT) COLLATE "C" AS "value_born",
      CAST("code" AS TEXT) COLLATE "C" AS "value_code",
      CAST("said" AS TEXT) COLLATE "C" AS "value_said",
      "place_said"
    FROM "dpsql_people"
  ) AS "spots"
  INNER JOIN (
    SELECT DISTINCT
      CAST("range_size" AS TEXT) COLLATE "C" AS "range_size",
      CAST("low_size" AS TEXT) COLLATE "C" AS "low_size",
      CAST("low_size" AS DECIMAL(38, 12)) AS "first_size",
      CAST("high_size" AS TEXT) COLLATE "C" AS "high_size",
      CAST("high_size" AS DECIMAL(38, 12)) AS "last_size",
      CAST("range_born" AS TEXT) COLLATE "C" AS "range_born",
      CAST("low_born" AS TEXT) COLLATE "C" AS "low_born",
      CAST("high_born" AS TEXT) COLLATE "C" AS "high_born",
      CAST("range_code" AS TEXT) COLLATE "C" AS "range_code",
      CAST("low_code" AS TEXT) COLLATE "C" AS "low_code",
      CAST("high_code" AS TEXT) COLLATE "C" AS "high_code",
      CAST("range_said" AS TEXT) COLLATE "C" AS "range_said",
      CAST("low_said" AS BIGINT) AS "low_said", CAST("high_said" AS BIGINT) AS "high_said"
    FROM "dpsql_boxes"
  ) AS "ranges"
    ON (
      "ranges"."low_size" IS NULL
      OR "spots"."number_size" > "ranges"."first_size"
      OR (
        "spots"."number_size" = "ranges"."first_size"
        AND "spots"."value_size" >= "ranges"."low_size"
      )
    )
    AND (
      "spots"."value_size" IS NULL
      OR "spots"."number_size" < "ranges"."last_size"
      OR (
        "spots"."number_size" = "ranges"."last_size"
        AND "spots"."value_size" <= "ranges"."high_size"
      )
    )
    AND ("ranges"."low_born" IS NULL OR "spots"."value_born" >= "ranges"."low_born")
    AND ("spots"."value_born" IS NULL OR "spots"."value_born" <= "ranges"."high_born")
    AND ("ranges"."low_code" IS NULL OR "spots"."value_code" >= "ranges"."low_code")
    AND ("spots"."value_code" IS NULL OR "spots"."value_code" <= "ranges"."high_code")
    AND "spots"."place_said" BETWEEN "ranges"."low_said" AND "ranges"."high_said"
  GROUP BY "spots"."value_size", "spots"."value_born", "spots"."value_code", "spots"."value_said"
) AS "found"
  ON COALESCE(CAST("people"."size" AS TEXT) COLLATE "C" || '.', '')
      = COALESCE(CAST("found"."value_size" AS TEXT) COLLATE "C" || '.', '')
  AND COALESCE(CAST("people"."born" AS TEXT) COLLATE "C" || '.', '')
      = COALESCE(CAST("found"."value_born" AS TEXT) COLLATE "C" || '.', '')
  AND COALESCE(CAST("people"."code" AS TEXT) COLLATE "C" || '.', '')
      = COALESCE(CAST("found"."value_code" AS TEXT) COLLATE "C" || '.', '')
  AND COALESCE(CAST("people"."said" AS TEXT) COLLATE "C" || '.', '')
      = COALESCE(CAST("found"."value_said" AS TEXT) COLLATE "C" || '.', '');

-- The classes: whoever has equal texts is in one.
DROP TABLE IF EXISTS "dpsql_classes";
CREATE TEMPORARY TABLE "dpsql_classes" AS
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" * 5 > "public_count" OR "private_count" BETWEEN 1 AND 4 THEN 1
       ELSE 0 END AS "violates"
FROM (
  SELECT
    "size", "born", "code", "said",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "dpsql_labelled" GROUP BY "size", "born", "code", "said"
) AS "counted";

-- The classes of T that violate l_diversity of lab distinct 2, l_diversity of lab entropy 2.
DROP TABLE IF EXISTS "dpsql_violating_lab";
CREATE TEMPORARY TABLE "dpsql_violating_lab" AS
SELECT "size", "born", "code", "said"
FROM (
  SELECT
    "size", "born", "code", "said", CAST("lab" AS TEXT) COLLATE "C" AS "lab",
    COUNT(*) AS "value_count"
  FROM "dpsql_labelled" WHERE "private_count" = 1
  GROUP BY "size", "born", "code", "said", CAST("lab" AS TEXT) COLLATE "C"
) AS "histograms"
GROUP BY "size", "born", "code", "said"
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
SELECT "size", "born", "code", "said", "lab" FROM "dpsql_labelled"
WHERE "private_count" > 0
  AND 'e' NOT IN ('E', 'é')
  AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
  AND NOT EXISTS(
    SELECT "size", "born", "code", "said"
    FROM (
      SELECT
        "size", "born", "code", "said", CAST("lab" AS TEXT) COLLATE "C" AS "lab",
        COUNT(*) AS "value_count"
      FROM "dpsql_labelled" WHERE "private_count" = 1
      GROUP BY "size", "born", "code", "said", CAST("lab" AS TEXT) COLLATE "C"
    ) AS "histograms"
    GROUP BY "size", "born", "code", "said"
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
    SELECT 1 FROM "dpsql_labelled" GROUP BY "size", "born", "code", "said"
    HAVING SUM("private_count") * 5 > SUM("public_count") OR SUM("private_count") BETWEEN 1 AND 4
  )
ORDER BY 1, 2, 3, 4, 5;

-- Clean up: all tables but the release have counts of T.
DROP TABLE IF EXISTS "dpsql_violating_lab";
DROP TABLE IF EXISTS "dpsql_classes";
DROP TABLE IF EXISTS "dpsql_labelled";
DROP TABLE IF EXISTS "dpsql_people";
DROP TABLE IF EXISTS "dpsql_order_said";
DROP TABLE IF EXISTS "dpsql_boxes";
