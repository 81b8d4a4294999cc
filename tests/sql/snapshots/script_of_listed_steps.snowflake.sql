-- dpsql: delta-presence of a job in snowflake, to be run from top to bottom.
-- It lets people climb from zip=2, age=1, nationality=0 by the steps of a manifest, which dpsql found for the P of its release.
-- At least 4 people of P settle together, at the root all who are left.
-- P is read from public_table: put the name of your table there.
-- T is read from private_table: put the name of your table there.
-- It makes dpsql_release, which holds T generalized, and fails if there is one.
-- It stays empty where a check fails: the statement that fills it repeats all checks.
-- All other tables that start with dpsql_, and what the checks print, tell of T.
-- The script replaces those of these names that it makes.
-- Names are written in quotes, the first setting lets them be found in any case.
-- Drop it where tables or columns were made with lower-case names in quotes.
-- Run it where DEFAULT_DDL_COLLATION is not set: work tables would merge labels.

-- setting
ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = TRUE;

-- setting
ALTER SESSION SET DATE_OUTPUT_FORMAT = 'YYYY-MM-DD';

-- tuples: Which distinct tuples of quasi-identifiers occur, and how often in P and in T?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_tuples" AS
SELECT
  "q0",
  "q1",
  "q2",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    COLLATE(CAST("public_table"."zip" AS VARCHAR), 'utf8') AS "q0",
    COLLATE(CAST("public_table"."age" AS VARCHAR), 'utf8') AS "q1",
    COLLATE(CAST("public_table"."nationality" AS VARCHAR), 'utf8') AS "q2",
    COUNT(*) AS "public_count",
    CAST(0 AS BIGINT) AS "private_count"
  FROM "public_table" AS "public_table"
  GROUP BY
    COLLATE(CAST("public_table"."zip" AS VARCHAR), 'utf8'),
    COLLATE(CAST("public_table"."age" AS VARCHAR), 'utf8'),
    COLLATE(CAST("public_table"."nationality" AS VARCHAR), 'utf8')
  UNION ALL
  SELECT
    COLLATE(CAST("private_table"."zip" AS VARCHAR), 'utf8'),
    COLLATE(CAST("private_table"."age" AS VARCHAR), 'utf8'),
    COLLATE(CAST("private_table"."nationality" AS VARCHAR), 'utf8'),
    CAST(0 AS BIGINT),
    COUNT(*)
  FROM "private_table" AS "private_table"
  GROUP BY
    COLLATE(CAST("private_table"."zip" AS VARCHAR), 'utf8'),
    COLLATE(CAST("private_table"."age" AS VARCHAR), 'utf8'),
    COLLATE(CAST("private_table"."nationality" AS VARCHAR), 'utf8')
) AS "counted"
GROUP BY
  "q0",
  "q1",
  "q2";

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

-- leaves_0: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_leaves_0" AS
SELECT
  "q0" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  CASE WHEN "label_1" IN ('4897*') THEN 3 ELSE 2 END AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  CASE WHEN "label_2" IN ('48*') THEN 3 ELSE 4 END AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
  7 AS "leaves_3",
  "is_covered"
FROM (
  SELECT
    "counted"."q0",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" IN ('47906', '47903')
      THEN '4790*'
      WHEN "counted"."leaf" IN ('47630', '47633')
      THEN '4763*'
      WHEN "counted"."leaf" IN ('48973', '48972', '48970')
      THEN '4897*'
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" IN ('47906', '47903', '47630', '47633')
      THEN '47*'
      WHEN "counted"."leaf" IN ('48973', '48972', '48970')
      THEN '48*'
    END AS "label_2",
    '4*' AS "label_3",
    CASE
      WHEN "counted"."leaf" IN ('47906', '47903', '47630', '47633', '48973', '48972', '48970')
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q0",
      COLLATE(CAST("q0" AS VARCHAR), 'utf8') AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q0"
  ) AS "counted"
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

-- leaves_1: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_leaves_1" AS
SELECT
  "q1" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  CASE WHEN "label_1" IN ('>40') THEN 5 ELSE 4 END AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  9 AS "leaves_2",
  "is_covered"
FROM (
  SELECT
    "counted"."q1",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" IN ('35', '18', '22', '33')
      THEN '≤40'
      WHEN "counted"."leaf" IN ('59', '42', '63', '47', '52')
      THEN '>40'
    END AS "label_1",
    '*' AS "label_2",
    CASE
      WHEN "counted"."leaf" IN ('35', '59', '42', '18', '22', '63', '33', '47', '52')
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q1",
      COLLATE(CAST("q1" AS VARCHAR), 'utf8') AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q1"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of age covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  1 AS "quasi_identifier"
FROM "dpsql_leaves_1" AS "leaves_1";

-- leaves_2: Which values has a quasi-identifier, and what becomes of each on every level?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_leaves_2" AS
SELECT
  "q2" AS "value",
  "leaf",
  "public_count",
  "private_count",
  CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
  1 AS "leaves_0",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
  CASE WHEN "label_1" IN ('Europe') THEN 3 ELSE 2 END AS "leaves_1",
  CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
  CASE WHEN "label_2" IN ('Europe') THEN 3 ELSE 4 END AS "leaves_2",
  CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
  7 AS "leaves_3",
  "is_covered"
FROM (
  SELECT
    "counted"."q2",
    "counted"."leaf",
    "public_count",
    "private_count",
    "counted"."leaf" AS "label_0",
    CASE
      WHEN "counted"."leaf" IN ('USA', 'Canada')
      THEN 'N. America'
      WHEN "counted"."leaf" IN ('Brazil', 'Peru')
      THEN 'S. America'
      WHEN "counted"."leaf" IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END AS "label_1",
    CASE
      WHEN "counted"."leaf" IN ('USA', 'Canada', 'Brazil', 'Peru')
      THEN 'America'
      WHEN "counted"."leaf" IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END AS "label_2",
    '*' AS "label_3",
    CASE
      WHEN "counted"."leaf" IN ('USA', 'Canada', 'Brazil', 'Peru', 'Spain', 'Bulgaria', 'France')
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "q2",
      COLLATE(CAST("q2" AS VARCHAR), 'utf8') AS "leaf",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "dpsql_tuples" AS "tuples"
    GROUP BY
      "q2"
  ) AS "counted"
) AS "labelled";

-- check that the hierarchy of nationality covers P: Does each hierarchy have a place for every value of P? Expected: uncovered_leaves is 0, or the hierarchy lacks values of P
SELECT
  COUNT(*) AS "leaf_count",
  CAST(COALESCE(SUM(1 - "is_covered"), 0) AS BIGINT) AS "uncovered_leaves",
  CAST(COALESCE(SUM((
    1 - "is_covered"
  ) * "public_count"), 0) AS BIGINT) AS "uncovered_rows",
  CAST(COALESCE(SUM(CASE WHEN "is_covered" = 0 AND "leaf" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "uncovered_null",
  2 AS "quasi_identifier"
FROM "dpsql_leaves_2" AS "leaves_2";

-- who leaves the start (2, 1, 0): Which tuples are in classes of the start that have too few people?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_0" AS
SELECT
  "q0",
  "q1",
  "q2",
  "public_count",
  "private_count"
FROM (
  SELECT
    "tuples"."q0" AS "q0",
    "tuples"."q1" AS "q1",
    "tuples"."q2" AS "q2",
    "tuples"."public_count",
    "tuples"."private_count",
    SUM("tuples"."public_count") OVER (PARTITION BY "leaves_0"."code_2", "leaves_1"."code_1", "leaves_2"."code_0") AS "class_people"
  FROM "dpsql_tuples" AS "tuples"
  JOIN "dpsql_leaves_0" AS "leaves_0"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_0"."value" AS VARCHAR), 'utf8') || '.', '')
  JOIN "dpsql_leaves_1" AS "leaves_1"
    ON COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_1"."value" AS VARCHAR), 'utf8') || '.', '')
  JOIN "dpsql_leaves_2" AS "leaves_2"
    ON COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_2"."value" AS VARCHAR), 'utf8') || '.', '')
) AS "counted"
WHERE
  "class_people" < 4;

-- labels of those who climb: Which labels can the tuples that climb come to have?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_1" AS
SELECT
  "climbers_0"."q0" AS "q0",
  "climbers_0"."q1" AS "q1",
  "climbers_0"."q2" AS "q2",
  "leaves_0"."code_2" AS "q0_level_2",
  "leaves_1"."code_1" AS "q1_level_1",
  "leaves_2"."code_0" AS "q2_level_0",
  "leaves_2"."code_1" AS "q2_level_1",
  "leaves_2"."code_2" AS "q2_level_2",
  "climbers_0"."public_count",
  "climbers_0"."private_count",
  0 AS "class_people"
FROM "dpsql_climbers_0" AS "climbers_0"
JOIN "dpsql_leaves_0" AS "leaves_0"
  ON COALESCE(COLLATE(CAST("climbers_0"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_0"."value" AS VARCHAR), 'utf8') || '.', '')
JOIN "dpsql_leaves_1" AS "leaves_1"
  ON COALESCE(COLLATE(CAST("climbers_0"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_1"."value" AS VARCHAR), 'utf8') || '.', '')
JOIN "dpsql_leaves_2" AS "leaves_2"
  ON COALESCE(COLLATE(CAST("climbers_0"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_2"."value" AS VARCHAR), 'utf8') || '.', '');

-- who comes to node (2, 1, 1): How many people share the labels of those who come to a node?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_2" AS
SELECT
  "q0",
  "q1",
  "q2",
  "q0_level_2",
  "q1_level_1",
  "q2_level_0",
  "q2_level_1",
  "q2_level_2",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q0_level_2", "q1_level_1", "q2_level_1") AS "class_people"
FROM "dpsql_climbers_1" AS "climbers_1"
WHERE
  "class_people" < 4;

-- who comes to node (2, 1, 2): How many people share the labels of those who come to a node?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_3" AS
SELECT
  "q0",
  "q1",
  "q2",
  "q0_level_2",
  "q1_level_1",
  "q2_level_0",
  "q2_level_1",
  "q2_level_2",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q0_level_2", "q1_level_1", "q2_level_2") AS "class_people"
FROM "dpsql_climbers_2" AS "climbers_2"
WHERE
  "class_people" < 4;

-- who comes to node (3, 1, 2): How many people share the labels of those who come to a node?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_4" AS
SELECT
  "q0",
  "q1",
  "q2",
  "q0_level_2",
  "q1_level_1",
  "q2_level_0",
  "q2_level_1",
  "q2_level_2",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q1_level_1", "q2_level_2") AS "class_people"
FROM "dpsql_climbers_3" AS "climbers_3"
WHERE
  "class_people" < 4;

-- who comes to node (3, 2, 3): How many people share the labels of those who come to a node?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_climbers_5" AS
SELECT
  "q0",
  "q1",
  "q2",
  "q0_level_2",
  "q1_level_1",
  "q2_level_0",
  "q2_level_1",
  "q2_level_2",
  "public_count",
  "private_count",
  SUM("public_count") OVER () AS "class_people"
FROM "dpsql_climbers_4" AS "climbers_4"
WHERE
  "class_people" < 4;

-- who settles where: Who settled on which step after the start?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_settled" AS
SELECT
  "q0",
  "q1",
  "q2",
  MIN("step") AS "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    "q0",
    "q1",
    "q2",
    1 AS "step",
    "private_count"
  FROM "dpsql_climbers_2" AS "climbers_2"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    "q2",
    2 AS "step",
    "private_count"
  FROM "dpsql_climbers_3" AS "climbers_3"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    "q2",
    3 AS "step",
    "private_count"
  FROM "dpsql_climbers_4" AS "climbers_4"
  WHERE
    "class_people" >= 4
  UNION ALL
  SELECT
    "q0",
    "q1",
    "q2",
    4 AS "step",
    "private_count"
  FROM "dpsql_climbers_5" AS "climbers_5"
  WHERE
    TRUE
) AS "settled"
GROUP BY
  "q0",
  "q1",
  "q2";

-- classes where people settle: Which classes are published, as their texts tell them apart?
CREATE OR REPLACE TEMPORARY TABLE "dpsql_published_classes" AS
SELECT
  "c0",
  "c1",
  "c2",
  MIN("step") AS "step",
  CASE WHEN MIN("step") < MAX("step") THEN 1 ELSE 0 END AS "is_mixed",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CASE
      WHEN "settled"."step" = 3
      THEN '4*'
      WHEN "settled"."step" = 4
      THEN '4*'
      ELSE CASE
        WHEN COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') IN ('47906', '47903', '47630', '47633')
        THEN '47*'
        WHEN COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') IN ('48973', '48972', '48970')
        THEN '48*'
      END
    END AS "c0",
    CASE
      WHEN "settled"."step" = 4
      THEN '*'
      ELSE CASE
        WHEN COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') IN ('35', '18', '22', '33')
        THEN '≤40'
        WHEN COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') IN ('59', '42', '63', '47', '52')
        THEN '>40'
      END
    END AS "c1",
    CASE
      WHEN "settled"."step" = 1
      THEN CASE
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada')
        THEN 'N. America'
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Brazil', 'Peru')
        THEN 'S. America'
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
        THEN 'Europe'
      END
      WHEN "settled"."step" = 2
      THEN CASE
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
        THEN 'America'
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
        THEN 'Europe'
      END
      WHEN "settled"."step" = 3
      THEN CASE
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
        THEN 'America'
        WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
        THEN 'Europe'
      END
      WHEN "settled"."step" = 4
      THEN '*'
      ELSE COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8')
    END AS "c2",
    COALESCE("settled"."step", 0) AS "step",
    "tuples"."public_count",
    "tuples"."private_count"
  FROM "dpsql_tuples" AS "tuples"
  LEFT JOIN "dpsql_settled" AS "settled"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
) AS "labelled"
GROUP BY
  "c0",
  "c1",
  "c2";

-- check of the classes where people settle: Does every published class satisfy the models, and what do the classes cost? Expected: violating_classes is 0
SELECT
  COUNT(*) AS "classes",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0))
        ) > (
          CAST("public_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        )
        OR (
          CAST("private_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
        ) < (
          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "violating_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "private_classes",
  CAST(COALESCE(SUM(CAST("private_count" AS BIGINT) * CAST("private_count" AS BIGINT)), 0) AS DECIMAL(38, 0)) AS "squared_private_counts"
FROM "dpsql_published_classes" AS "published_classes";

-- rows of T by step, the start is 0: How many rows of T are published on each step?
SELECT
  "step",
  CAST(SUM("private_count") AS BIGINT) AS "private_rows"
FROM "dpsql_published_classes" AS "published_classes"
GROUP BY
  "step";

-- loss where people settle: What do the rows of T lose by the metric loss where their people settle?
SELECT
  'zip' AS "quasi_identifier",
  CASE WHEN "most" = 0 THEN 0 ELSE CAST("lost" AS DOUBLE) / CAST("most" AS DOUBLE) END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(
      SUM(
        "tuples"."private_count" * (
          CASE
            WHEN "settled"."step" = 3
            THEN "leaves_0"."leaves_3"
            WHEN "settled"."step" = 4
            THEN "leaves_0"."leaves_3"
            ELSE "leaves_0"."leaves_2"
          END - 1
        )
      ),
      0
    ) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("tuples"."private_count" * (
      "leaves_0"."leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_tuples" AS "tuples"
  JOIN "dpsql_leaves_0" AS "leaves_0"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_0"."value" AS VARCHAR), 'utf8') || '.', '')
  LEFT JOIN "dpsql_settled" AS "settled"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
) AS "counted"
UNION ALL
SELECT
  'age' AS "quasi_identifier",
  CASE WHEN "most" = 0 THEN 0 ELSE CAST("lost" AS DOUBLE) / CAST("most" AS DOUBLE) END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(
      SUM(
        "tuples"."private_count" * (
          CASE
            WHEN "settled"."step" = 4
            THEN "leaves_1"."leaves_2"
            ELSE "leaves_1"."leaves_1"
          END - 1
        )
      ),
      0
    ) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("tuples"."private_count" * (
      "leaves_1"."leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_tuples" AS "tuples"
  JOIN "dpsql_leaves_1" AS "leaves_1"
    ON COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_1"."value" AS VARCHAR), 'utf8') || '.', '')
  LEFT JOIN "dpsql_settled" AS "settled"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
) AS "counted"
UNION ALL
SELECT
  'nationality' AS "quasi_identifier",
  CASE WHEN "most" = 0 THEN 0 ELSE CAST("lost" AS DOUBLE) / CAST("most" AS DOUBLE) END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(
      SUM(
        "tuples"."private_count" * (
          CASE
            WHEN "settled"."step" = 1
            THEN "leaves_2"."leaves_1"
            WHEN "settled"."step" = 2
            THEN "leaves_2"."leaves_2"
            WHEN "settled"."step" = 3
            THEN "leaves_2"."leaves_2"
            WHEN "settled"."step" = 4
            THEN "leaves_2"."leaves_3"
            ELSE "leaves_2"."leaves_0"
          END - 1
        )
      ),
      0
    ) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("tuples"."private_count" * (
      "leaves_2"."leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "dpsql_tuples" AS "tuples"
  JOIN "dpsql_leaves_2" AS "leaves_2"
    ON COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_2"."value" AS VARCHAR), 'utf8') || '.', '')
  LEFT JOIN "dpsql_settled" AS "settled"
    ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
    AND COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
) AS "counted";

-- violating classes where people settle: Which published classes meet a condition on their counts? Expected: internal_private_count is of T, and not to be shown
SELECT
  "c0" AS "zip",
  "c1" AS "age",
  "c2" AS "nationality",
  "public_count" AS "public_count",
  "private_count" AS "internal_private_count"
FROM "dpsql_published_classes" AS "published_classes"
WHERE
  (
    CAST("private_count" AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0))
  ) > (
    CAST("public_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
  )
  OR (
    CAST("private_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
  ) < (
    CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
  );

-- release at the nodes where people settle: The release: T with the labels of the nodes where people settled, and the columns to keep.
CREATE TABLE "dpsql_release" AS
SELECT
  CASE
    WHEN "settled"."step" = 3
    THEN '4*'
    WHEN "settled"."step" = 4
    THEN '4*'
    ELSE CASE
      WHEN COLLATE(CAST("private_rows"."zip" AS VARCHAR), 'utf8') IN ('47906', '47903', '47630', '47633')
      THEN '47*'
      WHEN COLLATE(CAST("private_rows"."zip" AS VARCHAR), 'utf8') IN ('48973', '48972', '48970')
      THEN '48*'
    END
  END AS "zip",
  CASE
    WHEN "settled"."step" = 4
    THEN '*'
    ELSE CASE
      WHEN COLLATE(CAST("private_rows"."age" AS VARCHAR), 'utf8') IN ('35', '18', '22', '33')
      THEN '≤40'
      WHEN COLLATE(CAST("private_rows"."age" AS VARCHAR), 'utf8') IN ('59', '42', '63', '47', '52')
      THEN '>40'
    END
  END AS "age",
  CASE
    WHEN "settled"."step" = 1
    THEN CASE
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('USA', 'Canada')
      THEN 'N. America'
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('Brazil', 'Peru')
      THEN 'S. America'
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END
    WHEN "settled"."step" = 2
    THEN CASE
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
      THEN 'America'
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END
    WHEN "settled"."step" = 3
    THEN CASE
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
      THEN 'America'
      WHEN COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
      THEN 'Europe'
    END
    WHEN "settled"."step" = 4
    THEN '*'
    ELSE COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8')
  END AS "nationality"
FROM (
  SELECT
    "private_table"."zip" AS "zip",
    "private_table"."age" AS "age",
    "private_table"."nationality" AS "nationality"
  FROM "private_table" AS "private_table"
) AS "private_rows"
LEFT JOIN "dpsql_settled" AS "settled"
  ON COALESCE(COLLATE(CAST("private_rows"."zip" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
  AND COALESCE(COLLATE(CAST("private_rows"."age" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
  AND COALESCE(COLLATE(CAST("private_rows"."nationality" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
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
                                  NOT (
                                    'e' IN ('E', 'é')
                                  )
                                  AND (
                                    SELECT
                                      COUNT(*)
                                    FROM (
                                      SELECT
                                        "c0" AS "zip",
                                        "c1" AS "age",
                                        "c2" AS "nationality",
                                        "public_count" AS "public_count",
                                        "private_count" AS "internal_private_count"
                                      FROM "dpsql_published_classes" AS "published_classes"
                                      WHERE
                                        (
                                          CAST("private_count" AS DECIMAL(19, 0)) * CAST(3 AS DECIMAL(19, 0))
                                        ) > (
                                          CAST("public_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
                                        )
                                        OR (
                                          CAST("private_count" AS DECIMAL(19, 0)) * CAST(2 AS DECIMAL(19, 0))
                                        ) < (
                                          CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
                                        )
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
                                      "public_count",
                                      "private_count",
                                      "difference"
                                    FROM (
                                      SELECT
                                        "q0",
                                        "q1",
                                        "q2",
                                        "public_count",
                                        "private_count",
                                        SUM("side") AS "difference"
                                      FROM (
                                        SELECT
                                          "q0",
                                          "q1",
                                          "q2",
                                          "public_count",
                                          "private_count",
                                          CAST(1 AS BIGINT) AS "side"
                                        FROM "dpsql_tuples" AS "tuples"
                                        UNION ALL
                                        SELECT
                                          "q0",
                                          "q1",
                                          "q2",
                                          "public_count",
                                          "private_count",
                                          CAST(-1 AS BIGINT) AS "side"
                                        FROM (
                                          SELECT
                                            "q0",
                                            "q1",
                                            "q2",
                                            CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                            CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                          FROM (
                                            SELECT
                                              COLLATE(CAST("public_table"."zip" AS VARCHAR), 'utf8') AS "q0",
                                              COLLATE(CAST("public_table"."age" AS VARCHAR), 'utf8') AS "q1",
                                              COLLATE(CAST("public_table"."nationality" AS VARCHAR), 'utf8') AS "q2",
                                              COUNT(*) AS "public_count",
                                              CAST(0 AS BIGINT) AS "private_count"
                                            FROM "public_table" AS "public_table"
                                            GROUP BY
                                              COLLATE(CAST("public_table"."zip" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("public_table"."age" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("public_table"."nationality" AS VARCHAR), 'utf8')
                                            UNION ALL
                                            SELECT
                                              COLLATE(CAST("private_table"."zip" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("private_table"."age" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("private_table"."nationality" AS VARCHAR), 'utf8'),
                                              CAST(0 AS BIGINT),
                                              COUNT(*)
                                            FROM "private_table" AS "private_table"
                                            GROUP BY
                                              COLLATE(CAST("private_table"."zip" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("private_table"."age" AS VARCHAR), 'utf8'),
                                              COLLATE(CAST("private_table"."nationality" AS VARCHAR), 'utf8')
                                          ) AS "counted"
                                          GROUP BY
                                            "q0",
                                            "q1",
                                            "q2"
                                        ) AS "again"
                                      ) AS "both_sides"
                                      GROUP BY
                                        "q0",
                                        "q1",
                                        "q2",
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
                                      "code_3",
                                      "leaves_3",
                                      "is_covered",
                                      CAST(-1 AS BIGINT) AS "side"
                                    FROM (
                                      SELECT
                                        "q0" AS "value",
                                        "leaf",
                                        "public_count",
                                        "private_count",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
                                        1 AS "leaves_0",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
                                        CASE WHEN "label_1" IN ('4897*') THEN 3 ELSE 2 END AS "leaves_1",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
                                        CASE WHEN "label_2" IN ('48*') THEN 3 ELSE 4 END AS "leaves_2",
                                        CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
                                        7 AS "leaves_3",
                                        "is_covered"
                                      FROM (
                                        SELECT
                                          "counted"."q0",
                                          "counted"."leaf",
                                          "public_count",
                                          "private_count",
                                          "counted"."leaf" AS "label_0",
                                          CASE
                                            WHEN "counted"."leaf" IN ('47906', '47903')
                                            THEN '4790*'
                                            WHEN "counted"."leaf" IN ('47630', '47633')
                                            THEN '4763*'
                                            WHEN "counted"."leaf" IN ('48973', '48972', '48970')
                                            THEN '4897*'
                                          END AS "label_1",
                                          CASE
                                            WHEN "counted"."leaf" IN ('47906', '47903', '47630', '47633')
                                            THEN '47*'
                                            WHEN "counted"."leaf" IN ('48973', '48972', '48970')
                                            THEN '48*'
                                          END AS "label_2",
                                          '4*' AS "label_3",
                                          CASE
                                            WHEN "counted"."leaf" IN ('47906', '47903', '47630', '47633', '48973', '48972', '48970')
                                            THEN 1
                                            ELSE 0
                                          END AS "is_covered"
                                        FROM (
                                          SELECT
                                            "q0",
                                            COLLATE(CAST("q0" AS VARCHAR), 'utf8') AS "leaf",
                                            CAST(SUM("public_count") AS BIGINT) AS "public_count",
                                            CAST(SUM("private_count") AS BIGINT) AS "private_count"
                                          FROM "dpsql_tuples" AS "tuples"
                                          GROUP BY
                                            "q0"
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
                                  "is_covered",
                                  CAST(-1 AS BIGINT) AS "side"
                                FROM (
                                  SELECT
                                    "q1" AS "value",
                                    "leaf",
                                    "public_count",
                                    "private_count",
                                    CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
                                    1 AS "leaves_0",
                                    CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
                                    CASE WHEN "label_1" IN ('>40') THEN 5 ELSE 4 END AS "leaves_1",
                                    CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
                                    9 AS "leaves_2",
                                    "is_covered"
                                  FROM (
                                    SELECT
                                      "counted"."q1",
                                      "counted"."leaf",
                                      "public_count",
                                      "private_count",
                                      "counted"."leaf" AS "label_0",
                                      CASE
                                        WHEN "counted"."leaf" IN ('35', '18', '22', '33')
                                        THEN '≤40'
                                        WHEN "counted"."leaf" IN ('59', '42', '63', '47', '52')
                                        THEN '>40'
                                      END AS "label_1",
                                      '*' AS "label_2",
                                      CASE
                                        WHEN "counted"."leaf" IN ('35', '59', '42', '18', '22', '63', '33', '47', '52')
                                        THEN 1
                                        ELSE 0
                                      END AS "is_covered"
                                    FROM (
                                      SELECT
                                        "q1",
                                        COLLATE(CAST("q1" AS VARCHAR), 'utf8') AS "leaf",
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
                              "is_covered",
                              CAST(-1 AS BIGINT) AS "side"
                            FROM (
                              SELECT
                                "q2" AS "value",
                                "leaf",
                                "public_count",
                                "private_count",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_0") - 1 AS INT) AS "code_0",
                                1 AS "leaves_0",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "code_1",
                                CASE WHEN "label_1" IN ('Europe') THEN 3 ELSE 2 END AS "leaves_1",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_2") - 1 AS INT) AS "code_2",
                                CASE WHEN "label_2" IN ('Europe') THEN 3 ELSE 4 END AS "leaves_2",
                                CAST(DENSE_RANK() OVER (ORDER BY "label_3") - 1 AS INT) AS "code_3",
                                7 AS "leaves_3",
                                "is_covered"
                              FROM (
                                SELECT
                                  "counted"."q2",
                                  "counted"."leaf",
                                  "public_count",
                                  "private_count",
                                  "counted"."leaf" AS "label_0",
                                  CASE
                                    WHEN "counted"."leaf" IN ('USA', 'Canada')
                                    THEN 'N. America'
                                    WHEN "counted"."leaf" IN ('Brazil', 'Peru')
                                    THEN 'S. America'
                                    WHEN "counted"."leaf" IN ('Spain', 'Bulgaria', 'France')
                                    THEN 'Europe'
                                  END AS "label_1",
                                  CASE
                                    WHEN "counted"."leaf" IN ('USA', 'Canada', 'Brazil', 'Peru')
                                    THEN 'America'
                                    WHEN "counted"."leaf" IN ('Spain', 'Bulgaria', 'France')
                                    THEN 'Europe'
                                  END AS "label_2",
                                  '*' AS "label_3",
                                  CASE
                                    WHEN "counted"."leaf" IN ('USA', 'Canada', 'Brazil', 'Peru', 'Spain', 'Bulgaria', 'France')
                                    THEN 1
                                    ELSE 0
                                  END AS "is_covered"
                                FROM (
                                  SELECT
                                    "q2",
                                    COLLATE(CAST("q2" AS VARCHAR), 'utf8') AS "leaf",
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
                      "q0",
                      "q1",
                      "q2",
                      "public_count",
                      "private_count",
                      "difference"
                    FROM (
                      SELECT
                        "q0",
                        "q1",
                        "q2",
                        "public_count",
                        "private_count",
                        SUM("side") AS "difference"
                      FROM (
                        SELECT
                          "q0",
                          "q1",
                          "q2",
                          "public_count",
                          "private_count",
                          CAST(1 AS BIGINT) AS "side"
                        FROM "dpsql_climbers_0" AS "climbers_0"
                        UNION ALL
                        SELECT
                          "q0",
                          "q1",
                          "q2",
                          "public_count",
                          "private_count",
                          CAST(-1 AS BIGINT) AS "side"
                        FROM (
                          SELECT
                            "q0",
                            "q1",
                            "q2",
                            "public_count",
                            "private_count"
                          FROM (
                            SELECT
                              "tuples"."q0" AS "q0",
                              "tuples"."q1" AS "q1",
                              "tuples"."q2" AS "q2",
                              "tuples"."public_count",
                              "tuples"."private_count",
                              SUM("tuples"."public_count") OVER (PARTITION BY "leaves_0"."code_2", "leaves_1"."code_1", "leaves_2"."code_0") AS "class_people"
                            FROM "dpsql_tuples" AS "tuples"
                            JOIN "dpsql_leaves_0" AS "leaves_0"
                              ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_0"."value" AS VARCHAR), 'utf8') || '.', '')
                            JOIN "dpsql_leaves_1" AS "leaves_1"
                              ON COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_1"."value" AS VARCHAR), 'utf8') || '.', '')
                            JOIN "dpsql_leaves_2" AS "leaves_2"
                              ON COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_2"."value" AS VARCHAR), 'utf8') || '.', '')
                          ) AS "counted"
                          WHERE
                            "class_people" < 4
                        ) AS "again"
                      ) AS "both_sides"
                      GROUP BY
                        "q0",
                        "q1",
                        "q2",
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
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    "class_people",
                    "difference"
                  FROM (
                    SELECT
                      "q0",
                      "q1",
                      "q2",
                      "q0_level_2",
                      "q1_level_1",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "public_count",
                      "private_count",
                      "class_people",
                      SUM("side") AS "difference"
                    FROM (
                      SELECT
                        "q0",
                        "q1",
                        "q2",
                        "q0_level_2",
                        "q1_level_1",
                        "q2_level_0",
                        "q2_level_1",
                        "q2_level_2",
                        "public_count",
                        "private_count",
                        "class_people",
                        CAST(1 AS BIGINT) AS "side"
                      FROM "dpsql_climbers_1" AS "climbers_1"
                      UNION ALL
                      SELECT
                        "q0",
                        "q1",
                        "q2",
                        "q0_level_2",
                        "q1_level_1",
                        "q2_level_0",
                        "q2_level_1",
                        "q2_level_2",
                        "public_count",
                        "private_count",
                        "class_people",
                        CAST(-1 AS BIGINT) AS "side"
                      FROM (
                        SELECT
                          "climbers_0"."q0" AS "q0",
                          "climbers_0"."q1" AS "q1",
                          "climbers_0"."q2" AS "q2",
                          "leaves_0"."code_2" AS "q0_level_2",
                          "leaves_1"."code_1" AS "q1_level_1",
                          "leaves_2"."code_0" AS "q2_level_0",
                          "leaves_2"."code_1" AS "q2_level_1",
                          "leaves_2"."code_2" AS "q2_level_2",
                          "climbers_0"."public_count",
                          "climbers_0"."private_count",
                          0 AS "class_people"
                        FROM "dpsql_climbers_0" AS "climbers_0"
                        JOIN "dpsql_leaves_0" AS "leaves_0"
                          ON COALESCE(COLLATE(CAST("climbers_0"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_0"."value" AS VARCHAR), 'utf8') || '.', '')
                        JOIN "dpsql_leaves_1" AS "leaves_1"
                          ON COALESCE(COLLATE(CAST("climbers_0"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_1"."value" AS VARCHAR), 'utf8') || '.', '')
                        JOIN "dpsql_leaves_2" AS "leaves_2"
                          ON COALESCE(COLLATE(CAST("climbers_0"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("leaves_2"."value" AS VARCHAR), 'utf8') || '.', '')
                      ) AS "again"
                    ) AS "both_sides"
                    GROUP BY
                      "q0",
                      "q1",
                      "q2",
                      "q0_level_2",
                      "q1_level_1",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "public_count",
                      "private_count",
                      "class_people"
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
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  "class_people",
                  "difference"
                FROM (
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    "class_people",
                    SUM("side") AS "difference"
                  FROM (
                    SELECT
                      "q0",
                      "q1",
                      "q2",
                      "q0_level_2",
                      "q1_level_1",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "public_count",
                      "private_count",
                      "class_people",
                      CAST(1 AS BIGINT) AS "side"
                    FROM "dpsql_climbers_2" AS "climbers_2"
                    UNION ALL
                    SELECT
                      "q0",
                      "q1",
                      "q2",
                      "q0_level_2",
                      "q1_level_1",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "public_count",
                      "private_count",
                      "class_people",
                      CAST(-1 AS BIGINT) AS "side"
                    FROM (
                      SELECT
                        "q0",
                        "q1",
                        "q2",
                        "q0_level_2",
                        "q1_level_1",
                        "q2_level_0",
                        "q2_level_1",
                        "q2_level_2",
                        "public_count",
                        "private_count",
                        SUM("public_count") OVER (PARTITION BY "q0_level_2", "q1_level_1", "q2_level_1") AS "class_people"
                      FROM "dpsql_climbers_1" AS "climbers_1"
                      WHERE
                        "class_people" < 4
                    ) AS "again"
                  ) AS "both_sides"
                  GROUP BY
                    "q0",
                    "q1",
                    "q2",
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    "class_people"
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
                "q0_level_2",
                "q1_level_1",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "public_count",
                "private_count",
                "class_people",
                "difference"
              FROM (
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  "class_people",
                  SUM("side") AS "difference"
                FROM (
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    "class_people",
                    CAST(1 AS BIGINT) AS "side"
                  FROM "dpsql_climbers_3" AS "climbers_3"
                  UNION ALL
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    "class_people",
                    CAST(-1 AS BIGINT) AS "side"
                  FROM (
                    SELECT
                      "q0",
                      "q1",
                      "q2",
                      "q0_level_2",
                      "q1_level_1",
                      "q2_level_0",
                      "q2_level_1",
                      "q2_level_2",
                      "public_count",
                      "private_count",
                      SUM("public_count") OVER (PARTITION BY "q0_level_2", "q1_level_1", "q2_level_2") AS "class_people"
                    FROM "dpsql_climbers_2" AS "climbers_2"
                    WHERE
                      "class_people" < 4
                  ) AS "again"
                ) AS "both_sides"
                GROUP BY
                  "q0",
                  "q1",
                  "q2",
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  "class_people"
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
              "q0_level_2",
              "q1_level_1",
              "q2_level_0",
              "q2_level_1",
              "q2_level_2",
              "public_count",
              "private_count",
              "class_people",
              "difference"
            FROM (
              SELECT
                "q0",
                "q1",
                "q2",
                "q0_level_2",
                "q1_level_1",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "public_count",
                "private_count",
                "class_people",
                SUM("side") AS "difference"
              FROM (
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  "class_people",
                  CAST(1 AS BIGINT) AS "side"
                FROM "dpsql_climbers_4" AS "climbers_4"
                UNION ALL
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  "class_people",
                  CAST(-1 AS BIGINT) AS "side"
                FROM (
                  SELECT
                    "q0",
                    "q1",
                    "q2",
                    "q0_level_2",
                    "q1_level_1",
                    "q2_level_0",
                    "q2_level_1",
                    "q2_level_2",
                    "public_count",
                    "private_count",
                    SUM("public_count") OVER (PARTITION BY "q1_level_1", "q2_level_2") AS "class_people"
                  FROM "dpsql_climbers_3" AS "climbers_3"
                  WHERE
                    "class_people" < 4
                ) AS "again"
              ) AS "both_sides"
              GROUP BY
                "q0",
                "q1",
                "q2",
                "q0_level_2",
                "q1_level_1",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "public_count",
                "private_count",
                "class_people"
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
            "q0_level_2",
            "q1_level_1",
            "q2_level_0",
            "q2_level_1",
            "q2_level_2",
            "public_count",
            "private_count",
            "class_people",
            "difference"
          FROM (
            SELECT
              "q0",
              "q1",
              "q2",
              "q0_level_2",
              "q1_level_1",
              "q2_level_0",
              "q2_level_1",
              "q2_level_2",
              "public_count",
              "private_count",
              "class_people",
              SUM("side") AS "difference"
            FROM (
              SELECT
                "q0",
                "q1",
                "q2",
                "q0_level_2",
                "q1_level_1",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "public_count",
                "private_count",
                "class_people",
                CAST(1 AS BIGINT) AS "side"
              FROM "dpsql_climbers_5" AS "climbers_5"
              UNION ALL
              SELECT
                "q0",
                "q1",
                "q2",
                "q0_level_2",
                "q1_level_1",
                "q2_level_0",
                "q2_level_1",
                "q2_level_2",
                "public_count",
                "private_count",
                "class_people",
                CAST(-1 AS BIGINT) AS "side"
              FROM (
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  "q0_level_2",
                  "q1_level_1",
                  "q2_level_0",
                  "q2_level_1",
                  "q2_level_2",
                  "public_count",
                  "private_count",
                  SUM("public_count") OVER () AS "class_people"
                FROM "dpsql_climbers_4" AS "climbers_4"
                WHERE
                  "class_people" < 4
              ) AS "again"
            ) AS "both_sides"
            GROUP BY
              "q0",
              "q1",
              "q2",
              "q0_level_2",
              "q1_level_1",
              "q2_level_0",
              "q2_level_1",
              "q2_level_2",
              "public_count",
              "private_count",
              "class_people"
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
          "step",
          "private_count",
          "difference"
        FROM (
          SELECT
            "q0",
            "q1",
            "q2",
            "step",
            "private_count",
            SUM("side") AS "difference"
          FROM (
            SELECT
              "q0",
              "q1",
              "q2",
              "step",
              "private_count",
              CAST(1 AS BIGINT) AS "side"
            FROM "dpsql_settled" AS "settled"
            UNION ALL
            SELECT
              "q0",
              "q1",
              "q2",
              "step",
              "private_count",
              CAST(-1 AS BIGINT) AS "side"
            FROM (
              SELECT
                "q0",
                "q1",
                "q2",
                MIN("step") AS "step",
                CAST(SUM("private_count") AS BIGINT) AS "private_count"
              FROM (
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  1 AS "step",
                  "private_count"
                FROM "dpsql_climbers_2" AS "climbers_2"
                WHERE
                  "class_people" >= 4
                UNION ALL
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  2 AS "step",
                  "private_count"
                FROM "dpsql_climbers_3" AS "climbers_3"
                WHERE
                  "class_people" >= 4
                UNION ALL
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  3 AS "step",
                  "private_count"
                FROM "dpsql_climbers_4" AS "climbers_4"
                WHERE
                  "class_people" >= 4
                UNION ALL
                SELECT
                  "q0",
                  "q1",
                  "q2",
                  4 AS "step",
                  "private_count"
                FROM "dpsql_climbers_5" AS "climbers_5"
                WHERE
                  TRUE
              ) AS "settled"
              GROUP BY
                "q0",
                "q1",
                "q2"
            ) AS "again"
          ) AS "both_sides"
          GROUP BY
            "q0",
            "q1",
            "q2",
            "step",
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
        "c0",
        "c1",
        "c2",
        "step",
        "is_mixed",
        "public_count",
        "private_count",
        "difference"
      FROM (
        SELECT
          "c0",
          "c1",
          "c2",
          "step",
          "is_mixed",
          "public_count",
          "private_count",
          SUM("side") AS "difference"
        FROM (
          SELECT
            "c0",
            "c1",
            "c2",
            "step",
            "is_mixed",
            "public_count",
            "private_count",
            CAST(1 AS BIGINT) AS "side"
          FROM "dpsql_published_classes" AS "published_classes"
          UNION ALL
          SELECT
            "c0",
            "c1",
            "c2",
            "step",
            "is_mixed",
            "public_count",
            "private_count",
            CAST(-1 AS BIGINT) AS "side"
          FROM (
            SELECT
              "c0",
              "c1",
              "c2",
              MIN("step") AS "step",
              CASE WHEN MIN("step") < MAX("step") THEN 1 ELSE 0 END AS "is_mixed",
              CAST(SUM("public_count") AS BIGINT) AS "public_count",
              CAST(SUM("private_count") AS BIGINT) AS "private_count"
            FROM (
              SELECT
                CASE
                  WHEN "settled"."step" = 3
                  THEN '4*'
                  WHEN "settled"."step" = 4
                  THEN '4*'
                  ELSE CASE
                    WHEN COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') IN ('47906', '47903', '47630', '47633')
                    THEN '47*'
                    WHEN COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') IN ('48973', '48972', '48970')
                    THEN '48*'
                  END
                END AS "c0",
                CASE
                  WHEN "settled"."step" = 4
                  THEN '*'
                  ELSE CASE
                    WHEN COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') IN ('35', '18', '22', '33')
                    THEN '≤40'
                    WHEN COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') IN ('59', '42', '63', '47', '52')
                    THEN '>40'
                  END
                END AS "c1",
                CASE
                  WHEN "settled"."step" = 1
                  THEN CASE
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada')
                    THEN 'N. America'
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Brazil', 'Peru')
                    THEN 'S. America'
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
                    THEN 'Europe'
                  END
                  WHEN "settled"."step" = 2
                  THEN CASE
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
                    THEN 'America'
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
                    THEN 'Europe'
                  END
                  WHEN "settled"."step" = 3
                  THEN CASE
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('USA', 'Canada', 'Brazil', 'Peru')
                    THEN 'America'
                    WHEN COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') IN ('Spain', 'Bulgaria', 'France')
                    THEN 'Europe'
                  END
                  WHEN "settled"."step" = 4
                  THEN '*'
                  ELSE COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8')
                END AS "c2",
                COALESCE("settled"."step", 0) AS "step",
                "tuples"."public_count",
                "tuples"."private_count"
              FROM "dpsql_tuples" AS "tuples"
              LEFT JOIN "dpsql_settled" AS "settled"
                ON COALESCE(COLLATE(CAST("tuples"."q0" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q0" AS VARCHAR), 'utf8') || '.', '')
                AND COALESCE(COLLATE(CAST("tuples"."q1" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q1" AS VARCHAR), 'utf8') || '.', '')
                AND COALESCE(COLLATE(CAST("tuples"."q2" AS VARCHAR), 'utf8') || '.', '') = COALESCE(COLLATE(CAST("settled"."q2" AS VARCHAR), 'utf8') || '.', '')
            ) AS "labelled"
            GROUP BY
              "c0",
              "c1",
              "c2"
          ) AS "again"
        ) AS "both_sides"
        GROUP BY
          "c0",
          "c1",
          "c2",
          "step",
          "is_mixed",
          "public_count",
          "private_count"
      ) AS "compared"
      WHERE
        "difference" <> 0
    ) AS "faults"
  ) = 0
ORDER BY
  1,
  2,
  3;

-- check that the release is what was counted: Has the release as many rows in each class as were counted in T before it was made? Expected: different_classes is 0, else the release is empty, or T changed: withdraw it
SELECT
  COUNT(*) AS "different_classes"
FROM (
  SELECT
    "c0",
    "c1",
    "c2",
    SUM("row_count") AS "difference"
  FROM (
    SELECT
      COLLATE(CAST("counted"."zip" AS VARCHAR), 'utf8') AS "c0",
      COLLATE(CAST("counted"."age" AS VARCHAR), 'utf8') AS "c1",
      COLLATE(CAST("counted"."nationality" AS VARCHAR), 'utf8') AS "c2",
      "counted"."internal_private_count" AS "row_count"
    FROM (
      SELECT
        "c0" AS "zip",
        "c1" AS "age",
        "c2" AS "nationality",
        "public_count" AS "public_count",
        "private_count" AS "internal_private_count"
      FROM "dpsql_published_classes" AS "published_classes"
      WHERE
        TRUE
    ) AS "counted"
    UNION ALL
    SELECT
      COLLATE(CAST("release"."zip" AS VARCHAR), 'utf8'),
      COLLATE(CAST("release"."age" AS VARCHAR), 'utf8'),
      COLLATE(CAST("release"."nationality" AS VARCHAR), 'utf8'),
      CAST(-1 AS BIGINT)
    FROM "dpsql_release" AS "release"
  ) AS "both_sides"
  GROUP BY
    "c0",
    "c1",
    "c2"
) AS "compared"
WHERE
  "difference" <> 0;

-- clean up
DROP TABLE IF EXISTS "dpsql_published_classes";

-- clean up
DROP TABLE IF EXISTS "dpsql_settled";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_5";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_4";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_3";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_2";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_1";

-- clean up
DROP TABLE IF EXISTS "dpsql_climbers_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_2";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_1";

-- clean up
DROP TABLE IF EXISTS "dpsql_leaves_0";

-- clean up
DROP TABLE IF EXISTS "dpsql_tuples";
