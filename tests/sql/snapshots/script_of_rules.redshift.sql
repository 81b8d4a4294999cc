-- dpsql: delta-presence of a job in redshift, to be run from top to bottom.
-- It checks and releases the node of --levels zip=2, size=1, born=1, code=1, town=1, said=1.
-- P is read from register.people.
-- T is read from clinic.patients, by the key id.
-- P must not have the columns that are kept: lab.
-- Whoever has P would join on them, and no check below looks at that.
-- It makes dpsql_release, which holds T generalized, and fails if there is one.
-- It stays empty where a check fails: the statement that fills it repeats all checks.
-- All other tables that start with dpsql_, and what the checks print, tell of T.
-- The script replaces those of these names that it makes.
-- A BOOLEAN has no text here: mark the rows of T by a comparison: sick = true.
-- Texts are compared by the collation of their columns and of the database: no such
-- collation may be CASE_INSENSITIVE, or values that differ are counted as one.

-- check for trailing blanks in public_table: How many rows of a table meet a condition? Expected: row_count is 0, or values are mistaken for others
SELECT
  COUNT(*) AS "row_count"
FROM "register"."people" AS "public_table"
WHERE
  LENGTH(CAST("public_table"."zip" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."zip" AS VARCHAR(MAX))))
  OR LENGTH(CAST("public_table"."size" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."size" AS VARCHAR(MAX))))
  OR LENGTH(CAST("public_table"."born" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."born" AS VARCHAR(MAX))))
  OR LENGTH(CAST("public_table"."code" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."code" AS VARCHAR(MAX))))
  OR LENGTH(CAST("public_table"."town" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."town" AS VARCHAR(MAX))))
  OR LENGTH(CAST("public_table"."said" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."said" AS VARCHAR(MAX))));

-- check for trailing blanks in hierarchy_4: How many rows of a table meet a condition? Expected: row_count is 0, or values are mistaken for others
SELECT
  COUNT(*) AS "row_count"
FROM "geo"."towns" AS "hierarchy_4"
WHERE
  LENGTH(CAST("hierarchy_4"."town" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("hierarchy_4"."town" AS VARCHAR(MAX))))
  OR LENGTH(CAST("hierarchy_4"."county" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("hierarchy_4"."county" AS VARCHAR(MAX))));

-- check of the key in P: Does the key name each row once? Expected: the three numbers are equal, or the key names nobody or several
SELECT
  COUNT(*) AS "row_count",
  COUNT("id") AS "key_count",
  COUNT(DISTINCT "id") AS "distinct_key_count"
FROM "register"."people" AS "public_table";

-- check of the key in T: Does the key name each row once? Expected: the three numbers are equal, or the key names nobody or several
SELECT
  COUNT(*) AS "row_count",
  COUNT("id") AS "key_count",
  COUNT(DISTINCT "id") AS "distinct_key_count"
FROM "clinic"."patients" AS "private_table";

-- check that P has the keys of T: How many keys of T does P not have? Expected: unknown_count is 0
SELECT
  COUNT(*) AS "unknown_count"
FROM "clinic"."patients" AS "private_table"
LEFT JOIN "register"."people" AS "public_table"
  ON "private_table"."id" = "public_table"."id"
WHERE
  "public_table"."id" IS NULL;

-- tuples: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_tuples";

-- tuples: Which distinct tuples of quasi-identifiers occur, and how often in P and among its rows in T?
CREATE TEMPORARY TABLE "dpsql_tuples" AS
SELECT
  CAST("public_table"."zip" AS VARCHAR(MAX)) AS "q0",
  CAST("public_table"."size" AS VARCHAR(MAX)) AS "q1",
  CAST("public_table"."born" AS VARCHAR(MAX)) AS "q2",
  CAST("public_table"."code" AS VARCHAR(MAX)) AS "q3",
  CAST("public_table"."town" AS VARCHAR(MAX)) AS "q4",
  CAST("public_table"."said" AS VARCHAR(MAX)) AS "q5",
  COUNT(*) AS "public_count",
  CAST(SUM(CASE WHEN NOT "private_table"."id" IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS "private_count"
FROM "register"."people" AS "public_table"
LEFT JOIN "clinic"."patients" AS "private_table"
  ON "public_table"."id" = "private_table"."id"
GROUP BY
  CAST("public_table"."zip" AS VARCHAR(MAX)),
  CAST("public_table"."size" AS VARCHAR(MAX)),
  CAST("public_table"."born" AS VARCHAR(MAX)),
  CAST("public_table"."code" AS VARCHAR(MAX)),
  CAST("public_table"."town" AS VARCHAR(MAX)),
  CAST("public_table"."said" AS VARCHAR(MAX));

-- check that T is a part of P: How large are P and T, and is T a multiset of rows of P? Expected: excess_rows is 0, or T is no part of P
SELECT
  CAST(COALESCE(SUM("public_count"), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_rows",
  COUNT(*) AS "tuple_count",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > "public_count" THEN 1 ELSE 0 END), 0) AS BIGINT) AS "excess_tuples",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "private_count" > "public_count"
        THEN "private_count" - "public_count"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "excess_rows"
FROM "dpsql_tuples" AS "tuples";

-- mapping_0 (filled from the tree): drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_mapping_0";

-- mapping_0 (filled from the tree)
CREATE TEMPORARY TABLE "dpsql_mapping_0" ("leaf" VARCHAR(MAX), "label_1" VARCHAR(MAX), "covered" BIGINT);

-- mapping_0 (filled from the tree): from row 1
INSERT INTO "dpsql_mapping_0" (
  "leaf",
  "label_1",
  "covered"
)
VALUES
  ('leaf 00', 'label 0', 1),
  ('leaf 01', 'label 0', 1),
  ('leaf 02', 'label 0', 1),
  ('leaf 03', 'label 0', 1),
  ('leaf 04', 'label 0', 1),
  ('leaf 05', 'label 0', 1),
  ('leaf 06', 'label 0', 1),
  ('leaf 07', 'label 0', 1),
  ('leaf 08', 'label 0', 1),
  ('leaf 10', 'label 1', 1),
  ('leaf 11', 'label 1', 1),
  ('leaf 12', 'label 1', 1),
  ('leaf 13', 'label 1', 1),
  ('leaf 14', 'label 1', 1),
  ('leaf 15', 'label 1', 1),
  ('leaf 16', 'label 1', 1),
  ('leaf 17', 'label 1', 1),
  ('leaf 18', 'label 1', 1),
  ('leaf 20', 'label 2', 1),
  ('leaf 21', 'label 2', 1),
  ('leaf 22', 'label 2', 1),
  ('leaf 23', 'label 2', 1),
  ('leaf 24', 'label 2', 1),
  ('leaf 25', 'label 2', 1),
  ('leaf 26', 'label 2', 1),
  ('leaf 27', 'label 2', 1),
  ('leaf 28', 'label 2', 1),
  ('leaf 30', 'label 3', 1),
  ('leaf 31', 'label 3', 1),
  ('leaf 32', 'label 3', 1),
  ('leaf 33', 'label 3', 1),
  ('leaf 34', 'label 3', 1),
  ('leaf 35', 'label 3', 1),
  ('leaf 36', 'label 3', 1),
  ('leaf 37', 'label 3', 1),
  ('leaf 38', 'label 3', 1),
  ('leaf 40', 'label 4', 1),
  ('leaf 41', 'label 4', 1),
  ('leaf 42', 'label 4', 1),
  ('leaf 43', 'label 4', 1),
  ('leaf 44', 'label 4', 1),
  ('leaf 45', 'label 4', 1),
  ('leaf 46', 'label 4', 1),
  ('leaf 47', 'label 4', 1),
  ('leaf 48', 'label 4', 1),
  ('leaf 50', 'label 5', 1),
  ('leaf 51', 'label 5', 1),
  ('leaf 52', 'label 5', 1),
  ('leaf 53', 'label 5', 1),
  ('leaf 54', 'label 5', 1),
  ('leaf 55', 'label 5', 1),
  ('leaf 56', 'label 5', 1),
  ('leaf 57', 'label 5', 1),
  ('leaf 58', 'label 5', 1);

-- leaves_0: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_0";

-- leaves_0: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_0" AS
SELECT
  "q0" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  9 AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  54 AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q0",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    "mapping_0"."label_1" AS "label_1",
    '*' AS "label_2",
    CASE WHEN NOT (
      "mapping_0"."covered" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q0",
      CAST("q0" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q0"
  ) AS "counted"
  LEFT JOIN "dpsql_mapping_0" AS "mapping_0"
    ON COALESCE(CAST("counted"."leaf" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_0"."leaf" AS VARCHAR(MAX)) || '.', '')
) AS "labelled";

-- check that the hierarchy of zip covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  0 AS "quasi_identifier"
FROM "dpsql_leaves_0" AS "leaves_0";

-- leaves_1: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_1";

-- leaves_1: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_1" AS
SELECT
  "q1" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INTEGER) AS "code_3",
  COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
  "is_covered"
FROM (
  SELECT
    "counted"."q1",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN (
        '[' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
            (
              (
                CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
              ) + CAST(2.5 AS DECIMAL(36, 12))
            ) % CAST(2.5 AS DECIMAL(36, 12))
          )
        ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
          (
            CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
              (
                (
                  CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                ) + CAST(2.5 AS DECIMAL(36, 12))
              ) % CAST(2.5 AS DECIMAL(36, 12))
            )
          ) + CAST(2.5 AS DECIMAL(36, 12))
        ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
      )
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
      THEN (
        '[' || CAST(CAST((
          CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
            (
              (
                CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(5 AS DECIMAL(36, 12))
              ) + CAST(5 AS DECIMAL(36, 12))
            ) % CAST(5 AS DECIMAL(36, 12))
          )
        ) AS DECIMAL(38, 0)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
          (
            CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
              (
                (
                  CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(5 AS DECIMAL(36, 12))
                ) + CAST(5 AS DECIMAL(36, 12))
              ) % CAST(5 AS DECIMAL(36, 12))
            )
          ) + CAST(5 AS DECIMAL(36, 12))
        ) AS DECIMAL(38, 0)) AS VARCHAR(MAX)) || ')'
      )
    END AS "label_2",
    '*' AS "label_3",
    CASE WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$' THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q1",
      CAST("q1" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q1"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of size covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  1 AS "quasi_identifier"
FROM "dpsql_leaves_1" AS "leaves_1";

-- leaves_2: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_2";

-- leaves_2: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_2" AS
SELECT
  "q2" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INTEGER) AS "code_3",
  COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
  CAST(DENSE_RANK() OVER (ORDER BY "label_4") - 1 AS INTEGER) AS "code_4",
  COUNT(*) OVER (PARTITION BY "label_4") AS "leaves_4",
  "is_covered"
FROM (
  SELECT
    "counted"."q2",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING("counted"."leaf" FROM 1 FOR 7)
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 4) || CASE
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '03'
          THEN '-Q1'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '06'
          THEN '-Q2'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '09'
          THEN '-Q3'
          WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '12'
          THEN '-Q4'
        END
      )
    END AS "label_2",
    CASE
      WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 3) || '0s'
      )
    END AS "label_3",
    '*' AS "label_4",
    CASE
      WHEN (
        "counted"."leaf" IS NULL
      )
      OR "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q2",
      CAST("q2" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q2"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of born covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  2 AS "quasi_identifier"
FROM "dpsql_leaves_2" AS "leaves_2";

-- leaves_3: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_3";

-- leaves_3: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_3" AS
SELECT
  "q3" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q3",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN NOT (
        "counted"."leaf" IS NULL
      )
      THEN (
        SUBSTRING("counted"."leaf" FROM 1 FOR 3) || '*'
      )
    END AS "label_1",
    '*' AS "label_2",
    CASE WHEN NOT (
      "counted"."leaf" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q3",
      CAST("q3" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q3"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of code covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  3 AS "quasi_identifier"
FROM "dpsql_leaves_3" AS "leaves_3";

-- mapping_4: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_mapping_4";

-- mapping_4: What does the mapping table of a hierarchy hold?
CREATE TEMPORARY TABLE "dpsql_mapping_4" AS
SELECT DISTINCT
  CAST("town" AS VARCHAR(MAX)) AS "leaf",
  CAST("county" AS VARCHAR(MAX)) AS "label_1",
  CAST(1 AS BIGINT) AS "covered"
FROM "geo"."towns" AS "hierarchy_4";

-- check that the mapping table of town gives each value one parent: How many values of a mapping table have several parents, NULL being a value? Expected: ambiguous_values is 0 at every level, or people are released several times
SELECT
  0 AS "level",
  COUNT(*) AS "ambiguous_values"
FROM (
  SELECT
    "leaf",
    COUNT(*) AS "parent_count"
  FROM (
    SELECT DISTINCT
      "leaf",
      "label_1"
    FROM "dpsql_mapping_4" AS "mapping_4"
  ) AS "pairs"
  GROUP BY
    "leaf"
) AS "counted"
WHERE
  "parent_count" > 1;

-- leaves_4: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_4";

-- leaves_4: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_4" AS
SELECT
  "q4" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q4",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    "mapping_4"."label_1" AS "label_1",
    '*' AS "label_2",
    CASE WHEN NOT (
      "mapping_4"."covered" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "q4",
      CAST("q4" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q4"
  ) AS "counted"
  LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
    ON COALESCE(CAST("counted"."leaf" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
) AS "labelled";

-- check that the hierarchy of town covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  4 AS "quasi_identifier"
FROM "dpsql_leaves_4" AS "leaves_4";

-- leaves_5: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_leaves_5";

-- leaves_5: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE TEMPORARY TABLE "dpsql_leaves_5" AS
SELECT
  "q5" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
  2 AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
  4 AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q5",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" IN ('a \\ b', '${x}')
      THEN 'it\'s'
      WHEN "counted"."leaf" IN ('{{ y }}', (
          'line' || CHR(  10) || 'break'
      ))
      THEN 'x'
    END AS "label_1",
    '*' AS "label_2",
    CASE
      WHEN "counted"."leaf" IN ('a \\ b', '${x}', '{{ y }}', (
          'line' || CHR(  10) || 'break'
      ))
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q5",
      CAST("q5" AS VARCHAR(MAX)) AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q5"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of said covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  5 AS "quasi_identifier"
FROM "dpsql_leaves_5" AS "leaves_5";

-- frequency_set: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_frequency_set";

-- frequency_set: The frequency set: the tuples with every level that is needed of every quasi-identifier as a code.
CREATE TEMPORARY TABLE "dpsql_frequency_set" AS
SELECT
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "leaves_1"."code_1" AS "q1_level_1",
  "leaves_1"."code_2" AS "q1_level_2",
  "leaves_2"."code_0" AS "q2_level_0",
  "leaves_2"."code_1" AS "q2_level_1",
  "leaves_2"."code_2" AS "q2_level_2",
  "leaves_2"."code_3" AS "q2_level_3",
  "leaves_3"."code_0" AS "q3_level_0",
  "leaves_3"."code_1" AS "q3_level_1",
  "leaves_4"."code_0" AS "q4_level_0",
  "leaves_4"."code_1" AS "q4_level_1",
  "leaves_5"."code_0" AS "q5_level_0",
  "leaves_5"."code_1" AS "q5_level_1",
  "tuples"."public_count" AS "public_count",
  "tuples"."private_count" AS "private_count"
FROM "dpsql_tuples" AS "tuples"
JOIN "dpsql_leaves_0" AS "leaves_0"
  ON COALESCE(CAST("tuples"."q0" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_0"."value" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_1" AS "leaves_1"
  ON COALESCE(CAST("tuples"."q1" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_1"."value" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_2" AS "leaves_2"
  ON COALESCE(CAST("tuples"."q2" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_2"."value" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_3" AS "leaves_3"
  ON COALESCE(CAST("tuples"."q3" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_3"."value" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_4" AS "leaves_4"
  ON COALESCE(CAST("tuples"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_4"."value" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_5" AS "leaves_5"
  ON COALESCE(CAST("tuples"."q5" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_5"."value" AS VARCHAR(MAX)) || '.', '');

-- check of node (2, 1, 1, 1, 1, 1): Does every equivalence class of these nodes satisfy the models, and what do the nodes cost? Expected: violating_classes is 0
SELECT
  0 AS "node",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(5 AS DECIMAL(19, 0))
        ) > (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        OR "private_count" BETWEEN 1 AND 4
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "dpsql_frequency_set" AS "frequency_set"
  GROUP BY
    "q1_level_1",
    "q2_level_1",
    "q3_level_1",
    "q4_level_1",
    "q5_level_1"
) AS "classes";

-- sensitive_rows_0: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_sensitive_rows_0";

-- sensitive_rows_0: How many rows of T has each tuple of quasi-identifiers with each value of a sensitive column?
CREATE TEMPORARY TABLE "dpsql_sensitive_rows_0" AS
SELECT
  CAST("private_rows"."zip" AS VARCHAR(MAX)) AS "q0",
  CAST("private_rows"."size" AS VARCHAR(MAX)) AS "q1",
  CAST("private_rows"."born" AS VARCHAR(MAX)) AS "q2",
  CAST("private_rows"."code" AS VARCHAR(MAX)) AS "q3",
  CAST("private_rows"."town" AS VARCHAR(MAX)) AS "q4",
  CAST("private_rows"."said" AS VARCHAR(MAX)) AS "q5",
  CAST("private_rows"."lab" AS VARCHAR(MAX)) AS "value",
  COUNT(*) AS "row_count"
FROM (
  SELECT
    "public_table"."zip" AS "zip",
    "public_table"."size" AS "size",
    "public_table"."born" AS "born",
    "public_table"."code" AS "code",
    "public_table"."town" AS "town",
    "public_table"."said" AS "said",
    "private_table"."lab"
  FROM "register"."people" AS "public_table"
  JOIN "clinic"."patients" AS "private_table"
    ON "public_table"."id" = "private_table"."id"
) AS "private_rows"
GROUP BY
  CAST("private_rows"."zip" AS VARCHAR(MAX)),
  CAST("private_rows"."size" AS VARCHAR(MAX)),
  CAST("private_rows"."born" AS VARCHAR(MAX)),
  CAST("private_rows"."code" AS VARCHAR(MAX)),
  CAST("private_rows"."town" AS VARCHAR(MAX)),
  CAST("private_rows"."said" AS VARCHAR(MAX)),
  CAST("private_rows"."lab" AS VARCHAR(MAX));

-- sensitive_values_0: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_sensitive_values_0";

-- sensitive_values_0: Which values does T hold in a sensitive column, in which order, and under which labels?
CREATE TEMPORARY TABLE "dpsql_sensitive_values_0" AS
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INTEGER) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  0 AS "is_equal",
  "is_covered"
FROM (
  SELECT
    "counted"."value",
    "row_count",
    NULL AS "place",
    CASE WHEN TRUE THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "value",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "dpsql_sensitive_rows_0" AS "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";

-- sensitive_set_0: drop that of an earlier run
DROP TABLE IF EXISTS "dpsql_sensitive_set_0";

-- sensitive_set_0: The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code.
CREATE TEMPORARY TABLE "dpsql_sensitive_set_0" AS
SELECT
  "leaves_0"."code_0" AS "q0_level_0",
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "leaves_1"."code_1" AS "q1_level_1",
  "leaves_1"."code_2" AS "q1_level_2",
  "leaves_2"."code_0" AS "q2_level_0",
  "leaves_2"."code_1" AS "q2_level_1",
  "leaves_2"."code_2" AS "q2_level_2",
  "leaves_2"."code_3" AS "q2_level_3",
  "leaves_3"."code_0" AS "q3_level_0",
  "leaves_3"."code_1" AS "q3_level_1",
  "leaves_4"."code_0" AS "q4_level_0",
  "leaves_4"."code_1" AS "q4_level_1",
  "leaves_5"."code_0" AS "q5_level_0",
  "leaves_5"."code_1" AS "q5_level_1",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "dpsql_sensitive_rows_0" AS "counted"
JOIN "dpsql_leaves_0" AS "leaves_0"
  ON COALESCE(CAST("counted"."q0" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_0"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_1" AS "leaves_1"
  ON COALESCE(CAST("counted"."q1" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_1"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_2" AS "leaves_2"
  ON COALESCE(CAST("counted"."q2" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_2"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_3" AS "leaves_3"
  ON COALESCE(CAST("counted"."q3" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_3"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_4" AS "leaves_4"
  ON COALESCE(CAST("counted"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_4"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_leaves_5" AS "leaves_5"
  ON COALESCE(CAST("counted"."q5" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_5"."leaf" AS VARCHAR(MAX)) || '.', '')
JOIN "dpsql_sensitive_values_0" AS "sensitive_values_0"
  ON COALESCE(CAST("counted"."value" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("sensitive_values_0"."value" AS VARCHAR(MAX)) || '.', '')
GROUP BY
  "leaves_0"."code_0",
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "leaves_1"."code_1",
  "leaves_1"."code_2",
  "leaves_2"."code_0",
  "leaves_2"."code_1",
  "leaves_2"."code_2",
  "leaves_2"."code_3",
  "leaves_3"."code_0",
  "leaves_3"."code_1",
  "leaves_4"."code_0",
  "leaves_4"."code_1",
  "leaves_5"."code_0",
  "leaves_5"."code_1",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count";

-- l_diversity of lab distinct 2 at node (2, 1, 1, 1, 1, 1): How many classes of T at these nodes violate a model of a sensitive column? Expected: violating_classes is 0, doubles do not decide of doubtful_classes
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    "q1_level_1",
    "q2_level_1",
    "q3_level_1",
    "q4_level_1",
    "q5_level_1",
    CASE WHEN COUNT(*) < 2 THEN 1 ELSE 0 END AS "violates",
    CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
  FROM (
    SELECT
      "q1_level_1",
      "q2_level_1",
      "q3_level_1",
      "q4_level_1",
      "q5_level_1",
      "value_count"
    FROM (
      SELECT
        "q1_level_1",
        "q2_level_1",
        "q3_level_1",
        "q4_level_1",
        "q5_level_1",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "dpsql_sensitive_set_0" AS "sensitive_set_0"
      GROUP BY
        "q1_level_1",
        "q2_level_1",
        "q3_level_1",
        "q4_level_1",
        "q5_level_1",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "q1_level_1",
    "q2_level_1",
    "q3_level_1",
    "q4_level_1",
    "q5_level_1"
) AS "judged";

-- l_diversity of lab entropy 2 at node (2, 1, 1, 1, 1, 1): How many classes of T at these nodes violate a model of a sensitive column? Expected: violating_classes is 0, doubles do not decide of doubtful_classes
SELECT
  0 AS "node",
  CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
FROM (
  SELECT
    "q1_level_1",
    "q2_level_1",
    "q3_level_1",
    "q4_level_1",
    "q5_level_1",
    CASE
      WHEN (
        (
          SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
            LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
          )
        ) - SUM(
          CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
        )
      ) < -(
        0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
          LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
        )
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE
      WHEN ABS(
        (
          (
            SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
              LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
            )
          ) - SUM(
            CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
          )
        )
      ) <= (
        0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
          LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
        )
      )
      THEN 1
      ELSE 0
    END AS "is_doubtful"
  FROM (
    SELECT
      "q1_level_1",
      "q2_level_1",
      "q3_level_1",
      "q4_level_1",
      "q5_level_1",
      "value_count"
    FROM (
      SELECT
        "q1_level_1",
        "q2_level_1",
        "q3_level_1",
        "q4_level_1",
        "q5_level_1",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "dpsql_sensitive_set_0" AS "sensitive_set_0"
      GROUP BY
        "q1_level_1",
        "q2_level_1",
        "q3_level_1",
        "q4_level_1",
        "q5_level_1",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "q1_level_1",
    "q2_level_1",
    "q3_level_1",
    "q4_level_1",
    "q5_level_1"
) AS "judged";

-- loss of node (2, 1, 1, 1, 1, 1): What does a node cost by the metric loss?
SELECT
  'zip' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_0" AS "leaves_0"
) AS "counted"
UNION ALL
SELECT
  'size' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_1" AS "leaves_1"
) AS "counted"
UNION ALL
SELECT
  'born' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_4" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_2" AS "leaves_2"
) AS "counted"
UNION ALL
SELECT
  'code' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_3" AS "leaves_3"
) AS "counted"
UNION ALL
SELECT
  'town' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_4" AS "leaves_4"
) AS "counted"
UNION ALL
SELECT
  'said' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(SUM("private_count" * (
      "leaves_1" - 1
    )), 0) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("private_count" * (
      "leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_leaves_5" AS "leaves_5"
) AS "counted";

-- violating classes of node (2, 1, 1, 1, 1, 1): Which equivalence classes of a node meet a condition, and which labels has each? Expected: internal_private_count is of T, and not to be shown
SELECT
  "c0" AS "zip",
  "c1" AS "size",
  "c2" AS "born",
  "c3" AS "code",
  "c4" AS "town",
  "c5" AS "said",
  "public_count" AS "public_count",
  "private_count" AS "internal_private_count"
FROM (
  SELECT
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM (
    SELECT
      '*' AS "c0",
      CASE
        WHEN CAST("tuples"."q1" AS VARCHAR(MAX)) ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
        THEN (
          '[' || CAST(CAST((
            CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
              (
                (
                  CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                ) + CAST(2.5 AS DECIMAL(36, 12))
              ) % CAST(2.5 AS DECIMAL(36, 12))
            )
          ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
            (
              CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
                (
                  (
                    CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                  ) + CAST(2.5 AS DECIMAL(36, 12))
                ) % CAST(2.5 AS DECIMAL(36, 12))
              )
            ) + CAST(2.5 AS DECIMAL(36, 12))
          ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
        )
      END AS "c1",
      CASE
        WHEN CAST("tuples"."q2" AS VARCHAR(MAX)) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
        THEN SUBSTRING(CAST("tuples"."q2" AS VARCHAR(MAX)) FROM 1 FOR 7)
      END AS "c2",
      CASE
        WHEN NOT (
          CAST("tuples"."q3" AS VARCHAR(MAX)) IS NULL
        )
        THEN (
          SUBSTRING(CAST("tuples"."q3" AS VARCHAR(MAX)) FROM 1 FOR 3) || '*'
        )
      END AS "c3",
      "mapping_4"."label_1" AS "c4",
      CASE
        WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('a \\ b', '${x}')
        THEN 'it\'s'
        WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('{{ y }}', (
            'line' || CHR(  10) || 'break'
        ))
        THEN 'x'
      END AS "c5",
      "public_count",
      "private_count"
    FROM "dpsql_tuples" AS "tuples"
    LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
      ON COALESCE(CAST("tuples"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
  ) AS "labelled"
  GROUP BY
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5"
) AS "classes"
WHERE
  (
    CAST("private_count" AS DECIMAL(19, 0)) * CAST(5 AS DECIMAL(19, 0))
  ) > (
    CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
  )
  OR "private_count" BETWEEN 1 AND 4;

-- release at node (2, 1, 1, 1, 1, 1): The release: T at the chosen levels, with the columns to keep.
CREATE TABLE "dpsql_release" AS
SELECT
  '*' AS "zip",
  CASE
    WHEN CAST("private_rows"."size" AS VARCHAR(MAX)) ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
    THEN (
      '[' || CAST(CAST((
        CAST(CAST("private_rows"."size" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
          (
            (
              CAST(CAST("private_rows"."size" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
            ) + CAST(2.5 AS DECIMAL(36, 12))
          ) % CAST(2.5 AS DECIMAL(36, 12))
        )
      ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
        (
          CAST(CAST("private_rows"."size" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
            (
              (
                CAST(CAST("private_rows"."size" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
              ) + CAST(2.5 AS DECIMAL(36, 12))
            ) % CAST(2.5 AS DECIMAL(36, 12))
          )
        ) + CAST(2.5 AS DECIMAL(36, 12))
      ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
    )
  END AS "size",
  CASE
    WHEN CAST("private_rows"."born" AS VARCHAR(MAX)) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
    THEN SUBSTRING(CAST("private_rows"."born" AS VARCHAR(MAX)) FROM 1 FOR 7)
  END AS "born",
  CASE
    WHEN NOT (
      CAST("private_rows"."code" AS VARCHAR(MAX)) IS NULL
    )
    THEN (
      SUBSTRING(CAST("private_rows"."code" AS VARCHAR(MAX)) FROM 1 FOR 3) || '*'
    )
  END AS "code",
  "mapping_4"."label_1" AS "town",
  CASE
    WHEN CAST("private_rows"."said" AS VARCHAR(MAX)) IN ('a \\ b', '${x}')
    THEN 'it\'s'
    WHEN CAST("private_rows"."said" AS VARCHAR(MAX)) IN ('{{ y }}', (
        'line' || CHR(  10) || 'break'
    ))
    THEN 'x'
  END AS "said",
  "private_rows"."lab"
FROM (
  SELECT
    "public_table"."zip" AS "zip",
    "public_table"."size" AS "size",
    "public_table"."born" AS "born",
    "public_table"."code" AS "code",
    "public_table"."town" AS "town",
    "public_table"."said" AS "said",
    "private_table"."lab"
  FROM "register"."people" AS "public_table"
  JOIN "clinic"."patients" AS "private_table"
    ON "public_table"."id" = "private_table"."id"
) AS "private_rows"
LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
  ON COALESCE(CAST("private_rows"."town" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
WHERE
  (
    (
      (
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            (
                              (
                                (
                                  (
                                    (
                                      (
                                        (
                                          (
                                            (
                                              (
                                                (
                                                  (
                                                    (
                                                      (
                                                        (
                                                          NOT (
                                                            'e' IN ('E', 'é')
                                                          )
                                                          AND (
                                                            SELECT
                                                              COUNT(*)
                                                            FROM (
                                                              SELECT
                                                                "c0" AS "zip",
                                                                "c1" AS "size",
                                                                "c2" AS "born",
                                                                "c3" AS "code",
                                                                "c4" AS "town",
                                                                "c5" AS "said",
                                                                "public_count" AS "public_count",
                                                                "private_count" AS "internal_private_count"
                                                              FROM (
                                                                SELECT
                                                                  "c0",
                                                                  "c1",
                                                                  "c2",
                                                                  "c3",
                                                                  "c4",
                                                                  "c5",
                                                                  CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                                                  CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                                                FROM (
                                                                  SELECT
                                                                    '*' AS "c0",
                                                                    CASE
                                                                      WHEN CAST("tuples"."q1" AS VARCHAR(MAX)) ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
                                                                      THEN (
                                                                        '[' || CAST(CAST((
                                                                          CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
                                                                            (
                                                                              (
                                                                                CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                                                                              ) + CAST(2.5 AS DECIMAL(36, 12))
                                                                            ) % CAST(2.5 AS DECIMAL(36, 12))
                                                                          )
                                                                        ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
                                                                          (
                                                                            CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
                                                                              (
                                                                                (
                                                                                  CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                                                                                ) + CAST(2.5 AS DECIMAL(36, 12))
                                                                              ) % CAST(2.5 AS DECIMAL(36, 12))
                                                                            )
                                                                          ) + CAST(2.5 AS DECIMAL(36, 12))
                                                                        ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
                                                                      )
                                                                    END AS "c1",
                                                                    CASE
                                                                      WHEN CAST("tuples"."q2" AS VARCHAR(MAX)) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
                                                                      THEN SUBSTRING(CAST("tuples"."q2" AS VARCHAR(MAX)) FROM 1 FOR 7)
                                                                    END AS "c2",
                                                                    CASE
                                                                      WHEN NOT (
                                                                        CAST("tuples"."q3" AS VARCHAR(MAX)) IS NULL
                                                                      )
                                                                      THEN (
                                                                        SUBSTRING(CAST("tuples"."q3" AS VARCHAR(MAX)) FROM 1 FOR 3) || '*'
                                                                      )
                                                                    END AS "c3",
                                                                    "mapping_4"."label_1" AS "c4",
                                                                    CASE
                                                                      WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('a \\ b', '${x}')
                                                                      THEN 'it\'s'
                                                                      WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('{{ y }}', (
                                                                          'line' || CHR(  10) || 'break'
                                                                      ))
                                                                      THEN 'x'
                                                                    END AS "c5",
                                                                    "public_count",
                                                                    "private_count"
                                                                  FROM "dpsql_tuples" AS "tuples"
                                                                  LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
                                                                    ON COALESCE(CAST("tuples"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
                                                                ) AS "labelled"
                                                                GROUP BY
                                                                  "c0",
                                                                  "c1",
                                                                  "c2",
                                                                  "c3",
                                                                  "c4",
                                                                  "c5"
                                                              ) AS "classes"
                                                              WHERE
                                                                (
                                                                  CAST("private_count" AS DECIMAL(19, 0)) * CAST(5 AS DECIMAL(19, 0))
                                                                ) > (
                                                                  CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
                                                                )
                                                                OR "private_count" BETWEEN 1 AND 4
                                                            ) AS "faults"
                                                          ) = 0
                                                        )
                                                        AND (
                                                          SELECT
                                                            COUNT(*)
                                                          FROM (
                                                            SELECT
                                                              *
                                                            FROM (
                                                              SELECT
                                                                COUNT(*) AS "row_count"
                                                              FROM "register"."people" AS "public_table"
                                                              WHERE
                                                                LENGTH(CAST("public_table"."zip" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."zip" AS VARCHAR(MAX))))
                                                                OR LENGTH(CAST("public_table"."size" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."size" AS VARCHAR(MAX))))
                                                                OR LENGTH(CAST("public_table"."born" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."born" AS VARCHAR(MAX))))
                                                                OR LENGTH(CAST("public_table"."code" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."code" AS VARCHAR(MAX))))
                                                                OR LENGTH(CAST("public_table"."town" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."town" AS VARCHAR(MAX))))
                                                                OR LENGTH(CAST("public_table"."said" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("public_table"."said" AS VARCHAR(MAX))))
                                                            ) AS "checked"
                                                            WHERE
                                                              "row_count" > 0
                                                          ) AS "faults"
                                                        ) = 0
                                                      )
                                                      AND (
                                                        SELECT
                                                          COUNT(*)
                                                        FROM (
                                                          SELECT
                                                            *
                                                          FROM (
                                                            SELECT
                                                              COUNT(*) AS "row_count"
                                                            FROM "geo"."towns" AS "hierarchy_4"
                                                            WHERE
                                                              LENGTH(CAST("hierarchy_4"."town" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("hierarchy_4"."town" AS VARCHAR(MAX))))
                                                              OR LENGTH(CAST("hierarchy_4"."county" AS VARCHAR(MAX))) <> LENGTH(RTRIM(CAST("hierarchy_4"."county" AS VARCHAR(MAX))))
                                                          ) AS "checked"
                                                          WHERE
                                                            "row_count" > 0
                                                        ) AS "faults"
                                                      ) = 0
                                                    )
                                                    AND (
                                                      SELECT
                                                        COUNT(*)
                                                      FROM (
                                                        SELECT
                                                          *
                                                        FROM (
                                                          SELECT
                                                            COUNT(*) AS "row_count",
                                                            COUNT("id") AS "key_count",
                                                            COUNT(DISTINCT "id") AS "distinct_key_count"
                                                          FROM "register"."people" AS "public_table"
                                                        ) AS "checked"
                                                        WHERE
                                                          "row_count" <> "distinct_key_count"
                                                      ) AS "faults"
                                                    ) = 0
                                                  )
                                                  AND (
                                                    SELECT
                                                      COUNT(*)
                                                    FROM (
                                                      SELECT
                                                        *
                                                      FROM (
                                                        SELECT
                                                          COUNT(*) AS "row_count",
                                                          COUNT("id") AS "key_count",
                                                          COUNT(DISTINCT "id") AS "distinct_key_count"
                                                        FROM "clinic"."patients" AS "private_table"
                                                      ) AS "checked"
                                                      WHERE
                                                        "row_count" <> "distinct_key_count"
                                                    ) AS "faults"
                                                  ) = 0
                                                )
                                                AND (
                                                  SELECT
                                                    COUNT(*)
                                                  FROM (
                                                    SELECT
                                                      *
                                                    FROM (
                                                      SELECT
                                                        COUNT(*) AS "unknown_count"
                                                      FROM "clinic"."patients" AS "private_table"
                                                      LEFT JOIN "register"."people" AS "public_table"
                                                        ON "private_table"."id" = "public_table"."id"
                                                      WHERE
                                                        "public_table"."id" IS NULL
                                                    ) AS "checked"
                                                    WHERE
                                                      "unknown_count" > 0
                                                  ) AS "faults"
                                                ) = 0
                                              )
                                              AND (
                                                SELECT
                                                  COUNT(*)
                                                FROM (
                                                  SELECT
                                                    "q0",
                                                    "q1",
                                                    "q2",
                                                    "q3",
                                                    "q4",
                                                    "q5",
                                                    "public_count",
                                                    "private_count",
                                                    "difference"
                                                  FROM (
                                                    SELECT
                                                      "q0",
                                                      "q1",
                                                      "q2",
                                                      "q3",
                                                      "q4",
                                                      "q5",
                                                      "public_count",
                                                      "private_count",
                                                      SUM("side") AS "difference"
                                                    FROM (
                                                      SELECT
                                                        "q0",
                                                        "q1",
                                                        "q2",
                                                        "q3",
                                                        "q4",
                                                        "q5",
                                                        "public_count",
                                                        "private_count",
                                                        CAST(1 AS BIGINT) AS "side"
                                                      FROM "dpsql_tuples" AS "tuples"
                                                      UNION ALL
                                                      SELECT
                                                        "q0",
                                                        "q1",
                                                        "q2",
                                                        "q3",
                                                        "q4",
                                                        "q5",
                                                        "public_count",
                                                        "private_count",
                                                        CAST(-1 AS BIGINT) AS "side"
                                                      FROM (
                                                        SELECT
                                                          CAST("public_table"."zip" AS VARCHAR(MAX)) AS "q0",
                                                          CAST("public_table"."size" AS VARCHAR(MAX)) AS "q1",
                                                          CAST("public_table"."born" AS VARCHAR(MAX)) AS "q2",
                                                          CAST("public_table"."code" AS VARCHAR(MAX)) AS "q3",
                                                          CAST("public_table"."town" AS VARCHAR(MAX)) AS "q4",
                                                          CAST("public_table"."said" AS VARCHAR(MAX)) AS "q5",
                                                          COUNT(*) AS "public_count",
                                                          CAST(SUM(CASE WHEN NOT "private_table"."id" IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS "private_count"
                                                        FROM "register"."people" AS "public_table"
                                                        LEFT JOIN "clinic"."patients" AS "private_table"
                                                          ON "public_table"."id" = "private_table"."id"
                                                        GROUP BY
                                                          CAST("public_table"."zip" AS VARCHAR(MAX)),
                                                          CAST("public_table"."size" AS VARCHAR(MAX)),
                                                          CAST("public_table"."born" AS VARCHAR(MAX)),
                                                          CAST("public_table"."code" AS VARCHAR(MAX)),
                                                          CAST("public_table"."town" AS VARCHAR(MAX)),
                                                          CAST("public_table"."said" AS VARCHAR(MAX))
                                                      ) AS "again"
                                                    ) AS "both_sides"
                                                    GROUP BY
                                                      "q0",
                                                      "q1",
                                                      "q2",
                                                      "q3",
                                                      "q4",
                                                      "q5",
                                                      "public_count",
                                                      "private_count"
                                                  ) AS "compared"
                                                  WHERE
                                                    "difference" <> 0
                                                ) AS "faults"
                                              ) = 0
                                            )
                                            AND (
                                              SELECT
                                                COUNT(*)
                                              FROM (
                                                SELECT
                                                  *
                                                FROM (
                                                  SELECT
                                                    CAST(COALESCE(SUM("public_count"), 0) AS BIGINT) AS "public_rows",
                                                    CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_rows",
                                                    COUNT(*) AS "tuple_count",
                                                    CAST(COALESCE(SUM(CASE WHEN "private_count" > "public_count" THEN 1 ELSE 0 END), 0) AS BIGINT) AS "excess_tuples",
                                                    CAST(COALESCE(
                                                      SUM(
                                                        CASE
                                                          WHEN "private_count" > "public_count"
                                                          THEN "private_count" - "public_count"
                                                          ELSE 0
                                                        END
                                                      ),
                                                      0
                                                    ) AS BIGINT) AS "excess_rows"
                                                  FROM "dpsql_tuples" AS "tuples"
                                                ) AS "checked"
                                                WHERE
                                                  "excess_rows" > 0
                                              ) AS "faults"
                                            ) = 0
                                          )
                                          AND (
                                            SELECT
                                              COUNT(*)
                                            FROM (
                                              SELECT
                                                *
                                              FROM (
                                                SELECT
                                                  "leaf",
                                                  COUNT(*) AS "row_count"
                                                FROM "dpsql_mapping_0" AS "mapping_0"
                                                GROUP BY
                                                  "leaf"
                                              ) AS "checked"
                                              WHERE
                                                "row_count" > 1
                                            ) AS "faults"
                                          ) = 0
                                        )
                                        AND (
                                          SELECT
                                            COUNT(*)
                                          FROM (
                                            SELECT
                                              "value",
                                              "leaf",
                                              "public_count",
                                              "private_count",
                                              "code_0",
                                              "leaves_0",
                                              "code_1",
                                              "leaves_1",
                                              "code_2",
                                              "leaves_2",
                                              "is_covered",
                                              "difference"
                                            FROM (
                                              SELECT
                                                "value",
                                                "leaf",
                                                "public_count",
                                                "private_count",
                                                "code_0",
                                                "leaves_0",
                                                "code_1",
                                                "leaves_1",
                                                "code_2",
                                                "leaves_2",
                                                "is_covered",
                                                SUM("side") AS "difference"
                                              FROM (
                                                SELECT
                                                  "value",
                                                  "leaf",
                                                  "public_count",
                                                  "private_count",
                                                  "code_0",
                                                  "leaves_0",
                                                  "code_1",
                                                  "leaves_1",
                                                  "code_2",
                                                  "leaves_2",
                                                  "is_covered",
                                                  CAST(1 AS BIGINT) AS "side"
                                                FROM "dpsql_leaves_0" AS "leaves_0"
                                                UNION ALL
                                                SELECT
                                                  "value",
                                                  "leaf",
                                                  "public_count",
                                                  "private_count",
                                                  "code_0",
                                                  "leaves_0",
                                                  "code_1",
                                                  "leaves_1",
                                                  "code_2",
                                                  "leaves_2",
                                                  "is_covered",
                                                  CAST(-1 AS BIGINT) AS "side"
                                                FROM (
                                                  SELECT
                                                    "q0" AS "value",
                                                    "leaf",
                                                    "public_count",
                                                    "private_count",
                                                    CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                                                    1 AS "leaves_0",
                                                    CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                                                    9 AS "leaves_1",
                                                    CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                                                    54 AS "leaves_2",
                                                    "is_covered"
                                                  FROM (
                                                    SELECT
                                                      "counted"."q0",
                                                      "counted"."leaf",
                                                      "public_count",
                                                      "private_count",
                                                      "counted"."leaf" AS "label_0",
                                                      "mapping_0"."label_1" AS "label_1",
                                                      '*' AS "label_2",
                                                      CASE WHEN NOT (
                                                        "mapping_0"."covered" IS NULL
                                                      ) THEN 1 ELSE 0 END AS "is_covered"
                                                    FROM (
                                                      SELECT
                                                        "q0",
                                                        CAST("q0" AS VARCHAR(MAX)) AS "leaf",
                                                        CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                                        CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                                      FROM "dpsql_tuples" AS "tuples"
                                                      GROUP BY
                                                        "q0"
                                                    ) AS "counted"
                                                    LEFT JOIN "dpsql_mapping_0" AS "mapping_0"
                                                      ON COALESCE(CAST("counted"."leaf" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_0"."leaf" AS VARCHAR(MAX)) || '.', '')
                                                  ) AS "labelled"
                                                ) AS "again"
                                              ) AS "both_sides"
                                              GROUP BY
                                                "value",
                                                "leaf",
                                                "public_count",
                                                "private_count",
                                                "code_0",
                                                "leaves_0",
                                                "code_1",
                                                "leaves_1",
                                                "code_2",
                                                "leaves_2",
                                                "is_covered"
                                            ) AS "compared"
                                            WHERE
                                              "difference" <> 0
                                          ) AS "faults"
                                        ) = 0
                                      )
                                      AND (
                                        SELECT
                                          COUNT(*)
                                        FROM (
                                          SELECT
                                            *
                                          FROM (
                                            SELECT
                                              COUNT(*) AS "leaf_count",
                                              CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                                              CAST(COALESCE(SUM((
                                                1 - "is_covered"
                                              ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                                              CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                                              0 AS "quasi_identifier"
                                            FROM "dpsql_leaves_0" AS "leaves_0"
                                          ) AS "checked"
                                          WHERE
                                            "uncovered_leaves" > 0
                                        ) AS "faults"
                                      ) = 0
                                    )
                                    AND (
                                      SELECT
                                        COUNT(*)
                                      FROM (
                                        SELECT
                                          "value",
                                          "leaf",
                                          "public_count",
                                          "private_count",
                                          "code_0",
                                          "leaves_0",
                                          "code_1",
                                          "leaves_1",
                                          "code_2",
                                          "leaves_2",
                                          "code_3",
                                          "leaves_3",
                                          "is_covered",
                                          "difference"
                                        FROM (
                                          SELECT
                                            "value",
                                            "leaf",
                                            "public_count",
                                            "private_count",
                                            "code_0",
                                            "leaves_0",
                                            "code_1",
                                            "leaves_1",
                                            "code_2",
                                            "leaves_2",
                                            "code_3",
                                            "leaves_3",
                                            "is_covered",
                                            SUM("side") AS "difference"
                                          FROM (
                                            SELECT
                                              "value",
                                              "leaf",
                                              "public_count",
                                              "private_count",
                                              "code_0",
                                              "leaves_0",
                                              "code_1",
                                              "leaves_1",
                                              "code_2",
                                              "leaves_2",
                                              "code_3",
                                              "leaves_3",
                                              "is_covered",
                                              CAST(1 AS BIGINT) AS "side"
                                            FROM "dpsql_leaves_1" AS "leaves_1"
                                            UNION ALL
                                            SELECT
                                              "value",
                                              "leaf",
                                              "public_count",
                                              "private_count",
                                              "code_0",
                                              "leaves_0",
                                              "code_1",
                                              "leaves_1",
                                              "code_2",
                                              "leaves_2",
                                              "code_3",
                                              "leaves_3",
                                              "is_covered",
                                              CAST(-1 AS BIGINT) AS "side"
                                            FROM (
                                              SELECT
                                                "q1" AS "value",
                                                "leaf",
                                                "public_count",
                                                "private_count",
                                                CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                                                COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
                                                CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                                                COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
                                                CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                                                COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
                                                CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INTEGER) AS "code_3",
                                                COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
                                                "is_covered"
                                              FROM (
                                                SELECT
                                                  "counted"."q1",
                                                  "counted"."leaf",
                                                  "public_count",
                                                  "private_count",
                                                  "counted"."leaf" AS "label_0",
                                                  CASE
                                                    WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
                                                    THEN (
                                                      '[' || CAST(CAST((
                                                        CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
                                                          (
                                                            (
                                                              CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                                                            ) + CAST(2.5 AS DECIMAL(36, 12))
                                                          ) % CAST(2.5 AS DECIMAL(36, 12))
                                                        )
                                                      ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
                                                        (
                                                          CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
                                                            (
                                                              (
                                                                CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                                                              ) + CAST(2.5 AS DECIMAL(36, 12))
                                                            ) % CAST(2.5 AS DECIMAL(36, 12))
                                                          )
                                                        ) + CAST(2.5 AS DECIMAL(36, 12))
                                                      ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
                                                    )
                                                  END AS "label_1",
                                                  CASE
                                                    WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
                                                    THEN (
                                                      '[' || CAST(CAST((
                                                        CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
                                                          (
                                                            (
                                                              CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(5 AS DECIMAL(36, 12))
                                                            ) + CAST(5 AS DECIMAL(36, 12))
                                                          ) % CAST(5 AS DECIMAL(36, 12))
                                                        )
                                                      ) AS DECIMAL(38, 0)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
                                                        (
                                                          CAST("counted"."leaf" AS DECIMAL(36, 12)) - (
                                                            (
                                                              (
                                                                CAST("counted"."leaf" AS DECIMAL(36, 12)) % CAST(5 AS DECIMAL(36, 12))
                                                              ) + CAST(5 AS DECIMAL(36, 12))
                                                            ) % CAST(5 AS DECIMAL(36, 12))
                                                          )
                                                        ) + CAST(5 AS DECIMAL(36, 12))
                                                      ) AS DECIMAL(38, 0)) AS VARCHAR(MAX)) || ')'
                                                    )
                                                  END AS "label_2",
                                                  '*' AS "label_3",
                                                  CASE WHEN "counted"."leaf" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$' THEN 1 ELSE 0 END AS "is_covered"
                                                FROM (
                                                  SELECT
                                                    "q1",
                                                    CAST("q1" AS VARCHAR(MAX)) AS "leaf",
                                                    CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                                    CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                                  FROM "dpsql_tuples" AS "tuples"
                                                  GROUP BY
                                                    "q1"
                                                ) AS "counted"
                                              ) AS "labelled"
                                            ) AS "again"
                                          ) AS "both_sides"
                                          GROUP BY
                                            "value",
                                            "leaf",
                                            "public_count",
                                            "private_count",
                                            "code_0",
                                            "leaves_0",
                                            "code_1",
                                            "leaves_1",
                                            "code_2",
                                            "leaves_2",
                                            "code_3",
                                            "leaves_3",
                                            "is_covered"
                                        ) AS "compared"
                                        WHERE
                                          "difference" <> 0
                                      ) AS "faults"
                                    ) = 0
                                  )
                                  AND (
                                    SELECT
                                      COUNT(*)
                                    FROM (
                                      SELECT
                                        *
                                      FROM (
                                        SELECT
                                          COUNT(*) AS "leaf_count",
                                          CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                                          CAST(COALESCE(SUM((
                                            1 - "is_covered"
                                          ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                                          CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                                          1 AS "quasi_identifier"
                                        FROM "dpsql_leaves_1" AS "leaves_1"
                                      ) AS "checked"
                                      WHERE
                                        "uncovered_leaves" > 0
                                    ) AS "faults"
                                  ) = 0
                                )
                                AND (
                                  SELECT
                                    COUNT(*)
                                  FROM (
                                    SELECT
                                      "value",
                                      "leaf",
                                      "public_count",
                                      "private_count",
                                      "code_0",
                                      "leaves_0",
                                      "code_1",
                                      "leaves_1",
                                      "code_2",
                                      "leaves_2",
                                      "code_3",
                                      "leaves_3",
                                      "code_4",
                                      "leaves_4",
                                      "is_covered",
                                      "difference"
                                    FROM (
                                      SELECT
                                        "value",
                                        "leaf",
                                        "public_count",
                                        "private_count",
                                        "code_0",
                                        "leaves_0",
                                        "code_1",
                                        "leaves_1",
                                        "code_2",
                                        "leaves_2",
                                        "code_3",
                                        "leaves_3",
                                        "code_4",
                                        "leaves_4",
                                        "is_covered",
                                        SUM("side") AS "difference"
                                      FROM (
                                        SELECT
                                          "value",
                                          "leaf",
                                          "public_count",
                                          "private_count",
                                          "code_0",
                                          "leaves_0",
                                          "code_1",
                                          "leaves_1",
                                          "code_2",
                                          "leaves_2",
                                          "code_3",
                                          "leaves_3",
                                          "code_4",
                                          "leaves_4",
                                          "is_covered",
                                          CAST(1 AS BIGINT) AS "side"
                                        FROM "dpsql_leaves_2" AS "leaves_2"
                                        UNION ALL
                                        SELECT
                                          "value",
                                          "leaf",
                                          "public_count",
                                          "private_count",
                                          "code_0",
                                          "leaves_0",
                                          "code_1",
                                          "leaves_1",
                                          "code_2",
                                          "leaves_2",
                                          "code_3",
                                          "leaves_3",
                                          "code_4",
                                          "leaves_4",
                                          "is_covered",
                                          CAST(-1 AS BIGINT) AS "side"
                                        FROM (
                                          SELECT
                                            "q2" AS "value",
                                            "leaf",
                                            "public_count",
                                            "private_count",
                                            CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                                            COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
                                            CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                                            COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
                                            CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                                            COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
                                            CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INTEGER) AS "code_3",
                                            COUNT(*) OVER (PARTITION BY "label_3") AS "leaves_3",
                                            CAST(DENSE_RANK() OVER (ORDER BY "label_4") - 1 AS INTEGER) AS "code_4",
                                            COUNT(*) OVER (PARTITION BY "label_4") AS "leaves_4",
                                            "is_covered"
                                          FROM (
                                            SELECT
                                              "counted"."q2",
                                              "counted"."leaf",
                                              "public_count",
                                              "private_count",
                                              "counted"."leaf" AS "label_0",
                                              CASE
                                                WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
                                                THEN SUBSTRING("counted"."leaf" FROM 1 FOR 7)
                                              END AS "label_1",
                                              CASE
                                                WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
                                                THEN (
                                                  SUBSTRING("counted"."leaf" FROM 1 FOR 4) || CASE
                                                    WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '03'
                                                    THEN '-Q1'
                                                    WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '06'
                                                    THEN '-Q2'
                                                    WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '09'
                                                    THEN '-Q3'
                                                    WHEN SUBSTRING("counted"."leaf" FROM 6 FOR 2) <= '12'
                                                    THEN '-Q4'
                                                  END
                                                )
                                              END AS "label_2",
                                              CASE
                                                WHEN "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
                                                THEN (
                                                  SUBSTRING("counted"."leaf" FROM 1 FOR 3) || '0s'
                                                )
                                              END AS "label_3",
                                              '*' AS "label_4",
                                              CASE
                                                WHEN (
                                                  "counted"."leaf" IS NULL
                                                )
                                                OR "counted"."leaf" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
                                                THEN 1
                                                ELSE 0
                                              END AS "is_covered"
                                            FROM (
                                              SELECT
                                                "q2",
                                                CAST("q2" AS VARCHAR(MAX)) AS "leaf",
                                                CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                                CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                              FROM "dpsql_tuples" AS "tuples"
                                              GROUP BY
                                                "q2"
                                            ) AS "counted"
                                          ) AS "labelled"
                                        ) AS "again"
                                      ) AS "both_sides"
                                      GROUP BY
                                        "value",
                                        "leaf",
                                        "public_count",
                                        "private_count",
                                        "code_0",
                                        "leaves_0",
                                        "code_1",
                                        "leaves_1",
                                        "code_2",
                                        "leaves_2",
                                        "code_3",
                                        "leaves_3",
                                        "code_4",
                                        "leaves_4",
                                        "is_covered"
                                    ) AS "compared"
                                    WHERE
                                      "difference" <> 0
                                  ) AS "faults"
                                ) = 0
                              )
                              AND (
                                SELECT
                                  COUNT(*)
                                FROM (
                                  SELECT
                                    *
                                  FROM (
                                    SELECT
                                      COUNT(*) AS "leaf_count",
                                      CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                                      CAST(COALESCE(SUM((
                                        1 - "is_covered"
                                      ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                                      CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                                      2 AS "quasi_identifier"
                                    FROM "dpsql_leaves_2" AS "leaves_2"
                                  ) AS "checked"
                                  WHERE
                                    "uncovered_leaves" > 0
                                ) AS "faults"
                              ) = 0
                            )
                            AND (
                              SELECT
                                COUNT(*)
                              FROM (
                                SELECT
                                  "value",
                                  "leaf",
                                  "public_count",
                                  "private_count",
                                  "code_0",
                                  "leaves_0",
                                  "code_1",
                                  "leaves_1",
                                  "code_2",
                                  "leaves_2",
                                  "is_covered",
                                  "difference"
                                FROM (
                                  SELECT
                                    "value",
                                    "leaf",
                                    "public_count",
                                    "private_count",
                                    "code_0",
                                    "leaves_0",
                                    "code_1",
                                    "leaves_1",
                                    "code_2",
                                    "leaves_2",
                                    "is_covered",
                                    SUM("side") AS "difference"
                                  FROM (
                                    SELECT
                                      "value",
                                      "leaf",
                                      "public_count",
                                      "private_count",
                                      "code_0",
                                      "leaves_0",
                                      "code_1",
                                      "leaves_1",
                                      "code_2",
                                      "leaves_2",
                                      "is_covered",
                                      CAST(1 AS BIGINT) AS "side"
                                    FROM "dpsql_leaves_3" AS "leaves_3"
                                    UNION ALL
                                    SELECT
                                      "value",
                                      "leaf",
                                      "public_count",
                                      "private_count",
                                      "code_0",
                                      "leaves_0",
                                      "code_1",
                                      "leaves_1",
                                      "code_2",
                                      "leaves_2",
                                      "is_covered",
                                      CAST(-1 AS BIGINT) AS "side"
                                    FROM (
                                      SELECT
                                        "q3" AS "value",
                                        "leaf",
                                        "public_count",
                                        "private_count",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                                        COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                                        COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                                        COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
                                        "is_covered"
                                      FROM (
                                        SELECT
                                          "counted"."q3",
                                          "counted"."leaf",
                                          "public_count",
                                          "private_count",
                                          "counted"."leaf" AS "label_0",
                                          CASE
                                            WHEN NOT (
                                              "counted"."leaf" IS NULL
                                            )
                                            THEN (
                                              SUBSTRING("counted"."leaf" FROM 1 FOR 3) || '*'
                                            )
                                          END AS "label_1",
                                          '*' AS "label_2",
                                          CASE WHEN NOT (
                                            "counted"."leaf" IS NULL
                                          ) THEN 1 ELSE 0 END AS "is_covered"
                                        FROM (
                                          SELECT
                                            "q3",
                                            CAST("q3" AS VARCHAR(MAX)) AS "leaf",
                                            CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                            CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                          FROM "dpsql_tuples" AS "tuples"
                                          GROUP BY
                                            "q3"
                                        ) AS "counted"
                                      ) AS "labelled"
                                    ) AS "again"
                                  ) AS "both_sides"
                                  GROUP BY
                                    "value",
                                    "leaf",
                                    "public_count",
                                    "private_count",
                                    "code_0",
                                    "leaves_0",
                                    "code_1",
                                    "leaves_1",
                                    "code_2",
                                    "leaves_2",
                                    "is_covered"
                                ) AS "compared"
                                WHERE
                                  "difference" <> 0
                              ) AS "faults"
                            ) = 0
                          )
                          AND (
                            SELECT
                              COUNT(*)
                            FROM (
                              SELECT
                                *
                              FROM (
                                SELECT
                                  COUNT(*) AS "leaf_count",
                                  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                                  CAST(COALESCE(SUM((
                                    1 - "is_covered"
                                  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                                  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                                  3 AS "quasi_identifier"
                                FROM "dpsql_leaves_3" AS "leaves_3"
                              ) AS "checked"
                              WHERE
                                "uncovered_leaves" > 0
                            ) AS "faults"
                          ) = 0
                        )
                        AND (
                          SELECT
                            COUNT(*)
                          FROM (
                            SELECT
                              "leaf",
                              "label_1",
                              "covered",
                              "difference"
                            FROM (
                              SELECT
                                "leaf",
                                "label_1",
                                "covered",
                                SUM("side") AS "difference"
                              FROM (
                                SELECT
                                  "leaf",
                                  "label_1",
                                  "covered",
                                  CAST(1 AS BIGINT) AS "side"
                                FROM "dpsql_mapping_4" AS "mapping_4"
                                UNION ALL
                                SELECT
                                  "leaf",
                                  "label_1",
                                  "covered",
                                  CAST(-1 AS BIGINT) AS "side"
                                FROM (
                                  SELECT DISTINCT
                                    CAST("town" AS VARCHAR(MAX)) AS "leaf",
                                    CAST("county" AS VARCHAR(MAX)) AS "label_1",
                                    CAST(1 AS BIGINT) AS "covered"
                                  FROM "geo"."towns" AS "hierarchy_4"
                                ) AS "again"
                              ) AS "both_sides"
                              GROUP BY
                                "leaf",
                                "label_1",
                                "covered"
                            ) AS "compared"
                            WHERE
                              "difference" <> 0
                          ) AS "faults"
                        ) = 0
                      )
                      AND (
                        SELECT
                          COUNT(*)
                        FROM (
                          SELECT
                            *
                          FROM (
                            SELECT
                              0 AS "level",
                              COUNT(*) AS "ambiguous_values"
                            FROM (
                              SELECT
                                "leaf",
                                COUNT(*) AS "parent_count"
                              FROM (
                                SELECT DISTINCT
                                  "leaf",
                                  "label_1"
                                FROM "dpsql_mapping_4" AS "mapping_4"
                              ) AS "pairs"
                              GROUP BY
                                "leaf"
                            ) AS "counted"
                            WHERE
                              "parent_count" > 1
                          ) AS "checked"
                          WHERE
                            "ambiguous_values" > 0
                        ) AS "faults"
                      ) = 0
                    )
                    AND (
                      SELECT
                        COUNT(*)
                      FROM (
                        SELECT
                          "value",
                          "leaf",
                          "public_count",
                          "private_count",
                          "code_0",
                          "leaves_0",
                          "code_1",
                          "leaves_1",
                          "code_2",
                          "leaves_2",
                          "is_covered",
                          "difference"
                        FROM (
                          SELECT
                            "value",
                            "leaf",
                            "public_count",
                            "private_count",
                            "code_0",
                            "leaves_0",
                            "code_1",
                            "leaves_1",
                            "code_2",
                            "leaves_2",
                            "is_covered",
                            SUM("side") AS "difference"
                          FROM (
                            SELECT
                              "value",
                              "leaf",
                              "public_count",
                              "private_count",
                              "code_0",
                              "leaves_0",
                              "code_1",
                              "leaves_1",
                              "code_2",
                              "leaves_2",
                              "is_covered",
                              CAST(1 AS BIGINT) AS "side"
                            FROM "dpsql_leaves_4" AS "leaves_4"
                            UNION ALL
                            SELECT
                              "value",
                              "leaf",
                              "public_count",
                              "private_count",
                              "code_0",
                              "leaves_0",
                              "code_1",
                              "leaves_1",
                              "code_2",
                              "leaves_2",
                              "is_covered",
                              CAST(-1 AS BIGINT) AS "side"
                            FROM (
                              SELECT
                                "q4" AS "value",
                                "leaf",
                                "public_count",
                                "private_count",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                                COUNT(*) OVER (PARTITION BY "label_0") AS "leaves_0",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                                COUNT(*) OVER (PARTITION BY "label_1") AS "leaves_1",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                                COUNT(*) OVER (PARTITION BY "label_2") AS "leaves_2",
                                "is_covered"
                              FROM (
                                SELECT
                                  "counted"."q4",
                                  "counted"."leaf",
                                  "public_count",
                                  "private_count",
                                  "counted"."leaf" AS "label_0",
                                  "mapping_4"."label_1" AS "label_1",
                                  '*' AS "label_2",
                                  CASE WHEN NOT (
                                    "mapping_4"."covered" IS NULL
                                  ) THEN 1 ELSE 0 END AS "is_covered"
                                FROM (
                                  SELECT
                                    "q4",
                                    CAST("q4" AS VARCHAR(MAX)) AS "leaf",
                                    CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                    CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                  FROM "dpsql_tuples" AS "tuples"
                                  GROUP BY
                                    "q4"
                                ) AS "counted"
                                LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
                                  ON COALESCE(CAST("counted"."leaf" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
                              ) AS "labelled"
                            ) AS "again"
                          ) AS "both_sides"
                          GROUP BY
                            "value",
                            "leaf",
                            "public_count",
                            "private_count",
                            "code_0",
                            "leaves_0",
                            "code_1",
                            "leaves_1",
                            "code_2",
                            "leaves_2",
                            "is_covered"
                        ) AS "compared"
                        WHERE
                          "difference" <> 0
                      ) AS "faults"
                    ) = 0
                  )
                  AND (
                    SELECT
                      COUNT(*)
                    FROM (
                      SELECT
                        *
                      FROM (
                        SELECT
                          COUNT(*) AS "leaf_count",
                          CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                          CAST(COALESCE(SUM((
                            1 - "is_covered"
                          ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                          CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                          4 AS "quasi_identifier"
                        FROM "dpsql_leaves_4" AS "leaves_4"
                      ) AS "checked"
                      WHERE
                        "uncovered_leaves" > 0
                    ) AS "faults"
                  ) = 0
                )
                AND (
                  SELECT
                    COUNT(*)
                  FROM (
                    SELECT
                      "value",
                      "leaf",
                      "public_count",
                      "private_count",
                      "code_0",
                      "leaves_0",
                      "code_1",
                      "leaves_1",
                      "code_2",
                      "leaves_2",
                      "is_covered",
                      "difference"
                    FROM (
                      SELECT
                        "value",
                        "leaf",
                        "public_count",
                        "private_count",
                        "code_0",
                        "leaves_0",
                        "code_1",
                        "leaves_1",
                        "code_2",
                        "leaves_2",
                        "is_covered",
                        SUM("side") AS "difference"
                      FROM (
                        SELECT
                          "value",
                          "leaf",
                          "public_count",
                          "private_count",
                          "code_0",
                          "leaves_0",
                          "code_1",
                          "leaves_1",
                          "code_2",
                          "leaves_2",
                          "is_covered",
                          CAST(1 AS BIGINT) AS "side"
                        FROM "dpsql_leaves_5" AS "leaves_5"
                        UNION ALL
                        SELECT
                          "value",
                          "leaf",
                          "public_count",
                          "private_count",
                          "code_0",
                          "leaves_0",
                          "code_1",
                          "leaves_1",
                          "code_2",
                          "leaves_2",
                          "is_covered",
                          CAST(-1 AS BIGINT) AS "side"
                        FROM (
                          SELECT
                            "q5" AS "value",
                            "leaf",
                            "public_count",
                            "private_count",
                            CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INTEGER) AS "code_0",
                            1 AS "leaves_0",
                            CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INTEGER) AS "code_1",
                            2 AS "leaves_1",
                            CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INTEGER) AS "code_2",
                            4 AS "leaves_2",
                            "is_covered"
                          FROM (
                            SELECT
                              "counted"."q5",
                              "counted"."leaf",
                              "public_count",
                              "private_count",
                              "counted"."leaf" AS "label_0",
                              CASE
                                WHEN "counted"."leaf" IN ('a \\ b', '${x}')
                                THEN 'it\'s'
                                WHEN "counted"."leaf" IN ('{{ y }}', (
                                    'line' || CHR(  10) || 'break'
                                ))
                                THEN 'x'
                              END AS "label_1",
                              '*' AS "label_2",
                              CASE
                                WHEN "counted"."leaf" IN ('a \\ b', '${x}', '{{ y }}', (
                                    'line' || CHR(  10) || 'break'
                                ))
                                THEN 1
                                ELSE 0
                              END AS "is_covered"
                            FROM (
                              SELECT
                                "q5",
                                CAST("q5" AS VARCHAR(MAX)) AS "leaf",
                                CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                CAST(SUM("private_count") AS BIGINT) AS "private_count"
                              FROM "dpsql_tuples" AS "tuples"
                              GROUP BY
                                "q5"
                            ) AS "counted"
                          ) AS "labelled"
                        ) AS "again"
                      ) AS "both_sides"
                      GROUP BY
                        "value",
                        "leaf",
                        "public_count",
                        "private_count",
                        "code_0",
                        "leaves_0",
                        "code_1",
                        "leaves_1",
                        "code_2",
                        "leaves_2",
                        "is_covered"
                    ) AS "compared"
                    WHERE
                      "difference" <> 0
                  ) AS "faults"
                ) = 0
              )
              AND (
                SELECT
                  COUNT(*)
                FROM (
                  SELECT
                    *
                  FROM (
                    SELECT
                      COUNT(*) AS "leaf_count",
                      CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
                      CAST(COALESCE(SUM((
                        1 - "is_covered"
                      ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
                      CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
                      5 AS "quasi_identifier"
                    FROM "dpsql_leaves_5" AS "leaves_5"
                  ) AS "checked"
                  WHERE
                    "uncovered_leaves" > 0
                ) AS "faults"
              ) = 0
            )
            AND (
              SELECT
                COUNT(*)
              FROM (
                SELECT
                  "q0_level_0",
                  "q0_level_1",
                  "q1_level_0",
                  "q1_level_1",
                  "q1_level_2",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "q2_level_3",
                  "q3_level_0",
                  "q3_level_1",
                  "q4_level_0",
                  "q4_level_1",
                  "q5_level_0",
                  "q5_level_1",
                  "public_count",
                  "private_count",
                  "difference"
                FROM (
                  SELECT
                    "q0_level_0",
                    "q0_level_1",
                    "q1_level_0",
                    "q1_level_1",
                    "q1_level_2",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "q2_level_3",
                    "q3_level_0",
                    "q3_level_1",
                    "q4_level_0",
                    "q4_level_1",
                    "q5_level_0",
                    "q5_level_1",
                    "public_count",
                    "private_count",
                    SUM("side") AS "difference"
                  FROM (
                    SELECT
                      "q0_level_0",
                      "q0_level_1",
                      "q1_level_0",
                      "q1_level_1",
                      "q1_level_2",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "q2_level_3",
                      "q3_level_0",
                      "q3_level_1",
                      "q4_level_0",
                      "q4_level_1",
                      "q5_level_0",
                      "q5_level_1",
                      "public_count",
                      "private_count",
                      CAST(1 AS BIGINT) AS "side"
                    FROM "dpsql_frequency_set" AS "frequency_set"
                    UNION ALL
                    SELECT
                      "q0_level_0",
                      "q0_level_1",
                      "q1_level_0",
                      "q1_level_1",
                      "q1_level_2",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "q2_level_3",
                      "q3_level_0",
                      "q3_level_1",
                      "q4_level_0",
                      "q4_level_1",
                      "q5_level_0",
                      "q5_level_1",
                      "public_count",
                      "private_count",
                      CAST(-1 AS BIGINT) AS "side"
                    FROM (
                      SELECT
                        "leaves_0"."code_0" AS "q0_level_0",
                        "leaves_0"."code_1" AS "q0_level_1",
                        "leaves_1"."code_0" AS "q1_level_0",
                        "leaves_1"."code_1" AS "q1_level_1",
                        "leaves_1"."code_2" AS "q1_level_2",
                        "leaves_2"."code_0" AS "q2_level_0",
                        "leaves_2"."code_1" AS "q2_level_1",
                        "leaves_2"."code_2" AS "q2_level_2",
                        "leaves_2"."code_3" AS "q2_level_3",
                        "leaves_3"."code_0" AS "q3_level_0",
                        "leaves_3"."code_1" AS "q3_level_1",
                        "leaves_4"."code_0" AS "q4_level_0",
                        "leaves_4"."code_1" AS "q4_level_1",
                        "leaves_5"."code_0" AS "q5_level_0",
                        "leaves_5"."code_1" AS "q5_level_1",
                        "tuples"."public_count" AS "public_count",
                        "tuples"."private_count" AS "private_count"
                      FROM "dpsql_tuples" AS "tuples"
                      JOIN "dpsql_leaves_0" AS "leaves_0"
                        ON COALESCE(CAST("tuples"."q0" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_0"."value" AS VARCHAR(MAX)) || '.', '')
                      JOIN "dpsql_leaves_1" AS "leaves_1"
                        ON COALESCE(CAST("tuples"."q1" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_1"."value" AS VARCHAR(MAX)) || '.', '')
                      JOIN "dpsql_leaves_2" AS "leaves_2"
                        ON COALESCE(CAST("tuples"."q2" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_2"."value" AS VARCHAR(MAX)) || '.', '')
                      JOIN "dpsql_leaves_3" AS "leaves_3"
                        ON COALESCE(CAST("tuples"."q3" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_3"."value" AS VARCHAR(MAX)) || '.', '')
                      JOIN "dpsql_leaves_4" AS "leaves_4"
                        ON COALESCE(CAST("tuples"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_4"."value" AS VARCHAR(MAX)) || '.', '')
                      JOIN "dpsql_leaves_5" AS "leaves_5"
                        ON COALESCE(CAST("tuples"."q5" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_5"."value" AS VARCHAR(MAX)) || '.', '')
                    ) AS "again"
                  ) AS "both_sides"
                  GROUP BY
                    "q0_level_0",
                    "q0_level_1",
                    "q1_level_0",
                    "q1_level_1",
                    "q1_level_2",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "q2_level_3",
                    "q3_level_0",
                    "q3_level_1",
                    "q4_level_0",
                    "q4_level_1",
                    "q5_level_0",
                    "q5_level_1",
                    "public_count",
                    "private_count"
                ) AS "compared"
                WHERE
                  "difference" <> 0
              ) AS "faults"
            ) = 0
          )
          AND (
            SELECT
              COUNT(*)
            FROM (
              SELECT
                "q0",
                "q1",
                "q2",
                "q3",
                "q4",
                "q5",
                "value",
                "row_count",
                "difference"
              FROM (
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  "q3",
                  "q4",
                  "q5",
                  "value",
                  "row_count",
                  SUM("side") AS "difference"
                FROM (
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q3",
                    "q4",
                    "q5",
                    "value",
                    "row_count",
                    CAST(1 AS BIGINT) AS "side"
                  FROM "dpsql_sensitive_rows_0" AS "sensitive_rows_0"
                  UNION ALL
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q3",
                    "q4",
                    "q5",
                    "value",
                    "row_count",
                    CAST(-1 AS BIGINT) AS "side"
                  FROM (
                    SELECT
                      CAST("private_rows"."zip" AS VARCHAR(MAX)) AS "q0",
                      CAST("private_rows"."size" AS VARCHAR(MAX)) AS "q1",
                      CAST("private_rows"."born" AS VARCHAR(MAX)) AS "q2",
                      CAST("private_rows"."code" AS VARCHAR(MAX)) AS "q3",
                      CAST("private_rows"."town" AS VARCHAR(MAX)) AS "q4",
                      CAST("private_rows"."said" AS VARCHAR(MAX)) AS "q5",
                      CAST("private_rows"."lab" AS VARCHAR(MAX)) AS "value",
                      COUNT(*) AS "row_count"
                    FROM (
                      SELECT
                        "public_table"."zip" AS "zip",
                        "public_table"."size" AS "size",
                        "public_table"."born" AS "born",
                        "public_table"."code" AS "code",
                        "public_table"."town" AS "town",
                        "public_table"."said" AS "said",
                        "private_table"."lab"
                      FROM "register"."people" AS "public_table"
                      JOIN "clinic"."patients" AS "private_table"
                        ON "public_table"."id" = "private_table"."id"
                    ) AS "private_rows"
                    GROUP BY
                      CAST("private_rows"."zip" AS VARCHAR(MAX)),
                      CAST("private_rows"."size" AS VARCHAR(MAX)),
                      CAST("private_rows"."born" AS VARCHAR(MAX)),
                      CAST("private_rows"."code" AS VARCHAR(MAX)),
                      CAST("private_rows"."town" AS VARCHAR(MAX)),
                      CAST("private_rows"."said" AS VARCHAR(MAX)),
                      CAST("private_rows"."lab" AS VARCHAR(MAX))
                  ) AS "again"
                ) AS "both_sides"
                GROUP BY
                  "q0",
                  "q1",
                  "q2",
                  "q3",
                  "q4",
                  "q5",
                  "value",
                  "row_count"
              ) AS "compared"
              WHERE
                "difference" <> 0
            ) AS "faults"
          ) = 0
        )
        AND (
          SELECT
            COUNT(*)
          FROM (
            SELECT
              "value",
              "row_count",
              "position",
              "cumulated",
              "is_equal",
              "is_covered",
              "difference"
            FROM (
              SELECT
                "value",
                "row_count",
                "position",
                "cumulated",
                "is_equal",
                "is_covered",
                SUM("side") AS "difference"
              FROM (
                SELECT
                  "value",
                  "row_count",
                  "position",
                  "cumulated",
                  "is_equal",
                  "is_covered",
                  CAST(1 AS BIGINT) AS "side"
                FROM "dpsql_sensitive_values_0" AS "sensitive_values_0"
                UNION ALL
                SELECT
                  "value",
                  "row_count",
                  "position",
                  "cumulated",
                  "is_equal",
                  "is_covered",
                  CAST(-1 AS BIGINT) AS "side"
                FROM (
                  SELECT
                    "value",
                    "row_count",
                    CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INTEGER) AS "position",
                    CAST(SUM("row_count") OVER (
                      ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value"
                      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
                    ) AS BIGINT) AS "cumulated",
                    0 AS "is_equal",
                    "is_covered"
                  FROM (
                    SELECT
                      "counted"."value",
                      "row_count",
                      NULL AS "place",
                      CASE WHEN TRUE THEN 1 ELSE 0 END AS "is_covered"
                    FROM (
                      SELECT
                        "value",
                        CAST(SUM("row_count") AS BIGINT) AS "row_count"
                      FROM "dpsql_sensitive_rows_0" AS "sensitive_rows_0"
                      GROUP BY
                        "value"
                    ) AS "counted"
                  ) AS "labelled"
                ) AS "again"
              ) AS "both_sides"
              GROUP BY
                "value",
                "row_count",
                "position",
                "cumulated",
                "is_equal",
                "is_covered"
            ) AS "compared"
            WHERE
              "difference" <> 0
          ) AS "faults"
        ) = 0
      )
      AND (
        SELECT
          COUNT(*)
        FROM (
          SELECT
            "q0_level_0",
            "q0_level_1",
            "q1_level_0",
            "q1_level_1",
            "q1_level_2",
            "q2_level_0",
            "q2_level_1",
            "q2_level_2",
            "q2_level_3",
            "q3_level_0",
            "q3_level_1",
            "q4_level_0",
            "q4_level_1",
            "q5_level_0",
            "q5_level_1",
            "position",
            "rows_0",
            "row_count",
            "difference"
          FROM (
            SELECT
              "q0_level_0",
              "q0_level_1",
              "q1_level_0",
              "q1_level_1",
              "q1_level_2",
              "q2_level_0",
              "q2_level_1",
              "q2_level_2",
              "q2_level_3",
              "q3_level_0",
              "q3_level_1",
              "q4_level_0",
              "q4_level_1",
              "q5_level_0",
              "q5_level_1",
              "position",
              "rows_0",
              "row_count",
              SUM("side") AS "difference"
            FROM (
              SELECT
                "q0_level_0",
                "q0_level_1",
                "q1_level_0",
                "q1_level_1",
                "q1_level_2",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "q2_level_3",
                "q3_level_0",
                "q3_level_1",
                "q4_level_0",
                "q4_level_1",
                "q5_level_0",
                "q5_level_1",
                "position",
                "rows_0",
                "row_count",
                CAST(1 AS BIGINT) AS "side"
              FROM "dpsql_sensitive_set_0" AS "sensitive_set_0"
              UNION ALL
              SELECT
                "q0_level_0",
                "q0_level_1",
                "q1_level_0",
                "q1_level_1",
                "q1_level_2",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "q2_level_3",
                "q3_level_0",
                "q3_level_1",
                "q4_level_0",
                "q4_level_1",
                "q5_level_0",
                "q5_level_1",
                "position",
                "rows_0",
                "row_count",
                CAST(-1 AS BIGINT) AS "side"
              FROM (
                SELECT
                  "leaves_0"."code_0" AS "q0_level_0",
                  "leaves_0"."code_1" AS "q0_level_1",
                  "leaves_1"."code_0" AS "q1_level_0",
                  "leaves_1"."code_1" AS "q1_level_1",
                  "leaves_1"."code_2" AS "q1_level_2",
                  "leaves_2"."code_0" AS "q2_level_0",
                  "leaves_2"."code_1" AS "q2_level_1",
                  "leaves_2"."code_2" AS "q2_level_2",
                  "leaves_2"."code_3" AS "q2_level_3",
                  "leaves_3"."code_0" AS "q3_level_0",
                  "leaves_3"."code_1" AS "q3_level_1",
                  "leaves_4"."code_0" AS "q4_level_0",
                  "leaves_4"."code_1" AS "q4_level_1",
                  "leaves_5"."code_0" AS "q5_level_0",
                  "leaves_5"."code_1" AS "q5_level_1",
                  "sensitive_values_0"."position" AS "position",
                  "sensitive_values_0"."row_count" AS "rows_0",
                  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
                FROM "dpsql_sensitive_rows_0" AS "counted"
                JOIN "dpsql_leaves_0" AS "leaves_0"
                  ON COALESCE(CAST("counted"."q0" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_0"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_leaves_1" AS "leaves_1"
                  ON COALESCE(CAST("counted"."q1" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_1"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_leaves_2" AS "leaves_2"
                  ON COALESCE(CAST("counted"."q2" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_2"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_leaves_3" AS "leaves_3"
                  ON COALESCE(CAST("counted"."q3" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_3"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_leaves_4" AS "leaves_4"
                  ON COALESCE(CAST("counted"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_4"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_leaves_5" AS "leaves_5"
                  ON COALESCE(CAST("counted"."q5" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("leaves_5"."leaf" AS VARCHAR(MAX)) || '.', '')
                JOIN "dpsql_sensitive_values_0" AS "sensitive_values_0"
                  ON COALESCE(CAST("counted"."value" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("sensitive_values_0"."value" AS VARCHAR(MAX)) || '.', '')
                GROUP BY
                  "leaves_0"."code_0",
                  "leaves_0"."code_1",
                  "leaves_1"."code_0",
                  "leaves_1"."code_1",
                  "leaves_1"."code_2",
                  "leaves_2"."code_0",
                  "leaves_2"."code_1",
                  "leaves_2"."code_2",
                  "leaves_2"."code_3",
                  "leaves_3"."code_0",
                  "leaves_3"."code_1",
                  "leaves_4"."code_0",
                  "leaves_4"."code_1",
                  "leaves_5"."code_0",
                  "leaves_5"."code_1",
                  "sensitive_values_0"."position",
                  "sensitive_values_0"."row_count"
              ) AS "again"
            ) AS "both_sides"
            GROUP BY
              "q0_level_0",
              "q0_level_1",
              "q1_level_0",
              "q1_level_1",
              "q1_level_2",
              "q2_level_0",
              "q2_level_1",
              "q2_level_2",
              "q2_level_3",
              "q3_level_0",
              "q3_level_1",
              "q4_level_0",
              "q4_level_1",
              "q5_level_0",
              "q5_level_1",
              "position",
              "rows_0",
              "row_count"
          ) AS "compared"
          WHERE
            "difference" <> 0
        ) AS "faults"
      ) = 0
    )
    AND (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          *
        FROM (
          SELECT
            0 AS "node",
            CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
            CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
          FROM (
            SELECT
              "q1_level_1",
              "q2_level_1",
              "q3_level_1",
              "q4_level_1",
              "q5_level_1",
              CASE WHEN COUNT(*) < 2 THEN 1 ELSE 0 END AS "violates",
              CASE WHEN FALSE THEN 1 ELSE 0 END AS "is_doubtful"
            FROM (
              SELECT
                "q1_level_1",
                "q2_level_1",
                "q3_level_1",
                "q4_level_1",
                "q5_level_1",
                "value_count"
              FROM (
                SELECT
                  "q1_level_1",
                  "q2_level_1",
                  "q3_level_1",
                  "q4_level_1",
                  "q5_level_1",
                  MAX("rows_0") AS "table_count",
                  CAST(SUM("row_count") AS BIGINT) AS "value_count"
                FROM "dpsql_sensitive_set_0" AS "sensitive_set_0"
                GROUP BY
                  "q1_level_1",
                  "q2_level_1",
                  "q3_level_1",
                  "q4_level_1",
                  "q5_level_1",
                  "position"
              ) AS "counted"
            ) AS "histograms"
            GROUP BY
              "q1_level_1",
              "q2_level_1",
              "q3_level_1",
              "q4_level_1",
              "q5_level_1"
          ) AS "judged"
        ) AS "checked"
        WHERE
          "violating_classes" > 0 OR "doubtful_classes" > 0
      ) AS "faults"
    ) = 0
  )
  AND (
    SELECT
      COUNT(*)
    FROM (
      SELECT
        *
      FROM (
        SELECT
          0 AS "node",
          CAST(COALESCE(SUM("violates"), 0) AS BIGINT) AS "violating_classes",
          CAST(COALESCE(SUM("is_doubtful"), 0) AS BIGINT) AS "doubtful_classes"
        FROM (
          SELECT
            "q1_level_1",
            "q2_level_1",
            "q3_level_1",
            "q4_level_1",
            "q5_level_1",
            CASE
              WHEN (
                (
                  SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
                    LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
                  )
                ) - SUM(
                  CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
                )
              ) < -(
                0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
                  LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
                )
              )
              THEN 1
              ELSE 0
            END AS "violates",
            CASE
              WHEN ABS(
                (
                  (
                    SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
                      LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 0.6931471805599453
                    )
                  ) - SUM(
                    CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
                  )
                )
              ) <= (
                0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
                  LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 1.6931471805599454
                )
              )
              THEN 1
              ELSE 0
            END AS "is_doubtful"
          FROM (
            SELECT
              "q1_level_1",
              "q2_level_1",
              "q3_level_1",
              "q4_level_1",
              "q5_level_1",
              "value_count"
            FROM (
              SELECT
                "q1_level_1",
                "q2_level_1",
                "q3_level_1",
                "q4_level_1",
                "q5_level_1",
                MAX("rows_0") AS "table_count",
                CAST(SUM("row_count") AS BIGINT) AS "value_count"
              FROM "dpsql_sensitive_set_0" AS "sensitive_set_0"
              GROUP BY
                "q1_level_1",
                "q2_level_1",
                "q3_level_1",
                "q4_level_1",
                "q5_level_1",
                "position"
            ) AS "counted"
          ) AS "histograms"
          GROUP BY
            "q1_level_1",
            "q2_level_1",
            "q3_level_1",
            "q4_level_1",
            "q5_level_1"
        ) AS "judged"
      ) AS "checked"
      WHERE
        "violating_classes" > 0 OR "doubtful_classes" > 0
    ) AS "faults"
  ) = 0
ORDER BY
  1,
  2,
  3,
  4,
  5,
  6,
  7;

-- check that the release is what was counted: Has the release as many rows in each class as were counted in T before it was made? Expected: different_classes is 0, else the release is empty, or T changed: withdraw it
SELECT
  COUNT(*) AS "different_classes"
FROM (
  SELECT
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    SUM("row_count") AS "difference"
  FROM (
    SELECT
      CAST("counted"."zip" AS VARCHAR(MAX)) AS "c0",
      CAST("counted"."size" AS VARCHAR(MAX)) AS "c1",
      CAST("counted"."born" AS VARCHAR(MAX)) AS "c2",
      CAST("counted"."code" AS VARCHAR(MAX)) AS "c3",
      CAST("counted"."town" AS VARCHAR(MAX)) AS "c4",
      CAST("counted"."said" AS VARCHAR(MAX)) AS "c5",
      "counted"."internal_private_count" AS "row_count"
    FROM (
      SELECT
        "c0" AS "zip",
        "c1" AS "size",
        "c2" AS "born",
        "c3" AS "code",
        "c4" AS "town",
        "c5" AS "said",
        "public_count" AS "public_count",
        "private_count" AS "internal_private_count"
      FROM (
        SELECT
          "c0",
          "c1",
          "c2",
          "c3",
          "c4",
          "c5",
          CAST(SUM("public_count") AS BIGINT) AS "public_count",
          CAST(SUM("private_count") AS BIGINT) AS "private_count"
        FROM (
          SELECT
            '*' AS "c0",
            CASE
              WHEN CAST("tuples"."q1" AS VARCHAR(MAX)) ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
              THEN (
                '[' || CAST(CAST((
                  CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
                    (
                      (
                        CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                      ) + CAST(2.5 AS DECIMAL(36, 12))
                    ) % CAST(2.5 AS DECIMAL(36, 12))
                  )
                ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ', ' || CAST(CAST((
                  (
                    CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) - (
                      (
                        (
                          CAST(CAST("tuples"."q1" AS VARCHAR(MAX)) AS DECIMAL(36, 12)) % CAST(2.5 AS DECIMAL(36, 12))
                        ) + CAST(2.5 AS DECIMAL(36, 12))
                      ) % CAST(2.5 AS DECIMAL(36, 12))
                    )
                  ) + CAST(2.5 AS DECIMAL(36, 12))
                ) AS DECIMAL(36, 1)) AS VARCHAR(MAX)) || ')'
              )
            END AS "c1",
            CASE
              WHEN CAST("tuples"."q2" AS VARCHAR(MAX)) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
              THEN SUBSTRING(CAST("tuples"."q2" AS VARCHAR(MAX)) FROM 1 FOR 7)
            END AS "c2",
            CASE
              WHEN NOT (
                CAST("tuples"."q3" AS VARCHAR(MAX)) IS NULL
              )
              THEN (
                SUBSTRING(CAST("tuples"."q3" AS VARCHAR(MAX)) FROM 1 FOR 3) || '*'
              )
            END AS "c3",
            "mapping_4"."label_1" AS "c4",
            CASE
              WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('a \\ b', '${x}')
              THEN 'it\'s'
              WHEN CAST("tuples"."q5" AS VARCHAR(MAX)) IN ('{{ y }}', (
                  'line' || CHR(  10) || 'break'
              ))
              THEN 'x'
            END AS "c5",
            "public_count",
            "private_count"
          FROM "dpsql_tuples" AS "tuples"
          LEFT JOIN "dpsql_mapping_4" AS "mapping_4"
            ON COALESCE(CAST("tuples"."q4" AS VARCHAR(MAX)) || '.', '') = COALESCE(CAST("mapping_4"."leaf" AS VARCHAR(MAX)) || '.', '')
        ) AS "labelled"
        GROUP BY
          "c0",
          "c1",
          "c2",
          "c3",
          "c4",
          "c5"
      ) AS "classes"
      WHERE
        TRUE
    ) AS "counted"
    UNION ALL
    SELECT
      CAST("release"."zip" AS VARCHAR(MAX)),
      CAST("release"."size" AS VARCHAR(MAX)),
      CAST("release"."born" AS VARCHAR(MAX)),
      CAST("release"."code" AS VARCHAR(MAX)),
      CAST("release"."town" AS VARCHAR(MAX)),
      CAST("release"."said" AS VARCHAR(MAX)),
      CAST(-1 AS BIGINT)
    FROM "dpsql_release" AS "release"
  ) AS "both_sides"
  GROUP BY
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5"
) AS "compared"
WHERE
  "difference" <> 0;

-- clean up
DROP TABLE IF EXISTS "dpsql_sensitive_set_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_sensitive_values_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_sensitive_rows_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_frequency_set";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_5";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_4";

-- clean up
DROP TABLE IF EXISTS "dpsql_mapping_4";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_3";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_2";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_1";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_mapping_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_tuples";
