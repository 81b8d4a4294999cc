-- dpsql: delta-presence of a job in postgres, to be run from top to bottom.
-- It checks and releases T at the levels code=1.
-- Each class satisfies t_closeness: {lab: {t: 1/5, distance: ordered, order: [it’s, b]}, pay: {t: 1/5, distance: hierarchical, hierarchy: pay.csv}}.
-- Put the names of your tables in the place of public_table (P) and private_table (T).
-- P must not have the columns that are kept: lab, pay.
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
WITH "everybody" AS (
  SELECT
    CAST("code" AS TEXT) COLLATE "C" AS "code", NULL AS "lab", NULL AS "pay",
    COUNT(*) AS "public_count", 0 AS "private_count"
  FROM "public_table" GROUP BY 1
  UNION ALL
  SELECT CAST("code" AS TEXT) COLLATE "C", "lab", "pay", 0, 1 FROM "private_table"
), "labels" AS (
  SELECT
    SUBSTRING("code" FROM 1 FOR 3) || '*' AS "code",
    "lab", "pay", "public_count", "private_count",
    SUM("private_count" - "public_count") OVER (PARTITION BY "code") AS "excess"
  FROM "everybody"
)
SELECT
  "code", "lab", "pay", "public_count", "private_count",
  CASE WHEN "code" IS NULL THEN 'code has no label'
       WHEN "excess" > 0 THEN 'T has more rows with these values than P has people' END AS "problem"
FROM "labels";

-- The classes: whoever has equal labels is in one.
DROP TABLE IF EXISTS "dpsql_classes";
CREATE TEMPORARY TABLE "dpsql_classes" AS
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN FALSE THEN 1 ELSE 0 END AS "violates"
FROM (
  SELECT
    "code",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "dpsql_labelled" GROUP BY "code"
) AS "counted";

-- The classes of T that violate t_closeness of lab 1/5.
DROP TABLE IF EXISTS "dpsql_distant_lab";
CREATE TEMPORARY TABLE "dpsql_distant_lab" AS
SELECT "code"
FROM (
  SELECT
    "code", "class_rows", "table_rows",
    CAST(SUM("row_count") OVER (
      PARTITION BY "code"
      ORDER BY "place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_count",
    CAST(SUM("rows_there") OVER (
      PARTITION BY "code"
      ORDER BY "place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "table_count"
  FROM (
    SELECT
      *,
      CAST(SUM("row_count") OVER (PARTITION BY "code") AS BIGINT) AS "class_rows",
      CAST(SUM("row_count") OVER () AS BIGINT) AS "table_rows",
      CAST(SUM("row_count") OVER (PARTITION BY "place") AS BIGINT) AS "rows_there"
    FROM (
      SELECT "code", "place", CAST(SUM("row_count") AS BIGINT) AS "row_count"
      FROM (
        SELECT
          "code",
          CASE WHEN CAST("lab" AS TEXT) COLLATE "C" IS NULL THEN 0
               WHEN CAST("lab" AS TEXT) COLLATE "C" = 'it''s' THEN 1
               WHEN CAST("lab" AS TEXT) COLLATE "C" = 'b' THEN 2 END AS "place",
          1 AS "row_count"
        FROM "dpsql_labelled" WHERE "private_count" = 1
        UNION ALL
        SELECT "code", "place", 0 AS "row_count"
        FROM (SELECT DISTINCT "code" FROM "dpsql_labelled" WHERE "private_count" = 1) AS "classes"
        CROSS JOIN (
          SELECT DISTINCT
            CASE WHEN CAST("lab" AS TEXT) COLLATE "C" IS NULL THEN 0
                 WHEN CAST("lab" AS TEXT) COLLATE "C" = 'it''s' THEN 1
                 WHEN CAST("lab" AS TEXT) COLLATE "C" = 'b' THEN 2 END AS "place"
          FROM "dpsql_labelled" WHERE "private_count" = 1
        ) AS "places"
      ) AS "listed"
      GROUP BY "code", "place"
    ) AS "counted"
  ) AS "compared"
) AS "histograms"
GROUP BY "code"
HAVING
  CAST(SUM(
    ABS(
      CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
          - CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
    )
  ) AS DECIMAL(27, 0)) * CAST(5 AS DECIMAL(1, 0))
      > CAST(CAST(MAX("class_rows") AS DECIMAL(13, 0)) * CAST(MAX("table_rows") AS DECIMAL(13, 0))
          * CAST((
    COUNT(*) - 1
  ) AS DECIMAL(6, 0)) AS DECIMAL(27, 0));

-- The classes of T that violate t_closeness of pay 1/5.
DROP TABLE IF EXISTS "dpsql_distant_pay";
CREATE TEMPORARY TABLE "dpsql_distant_pay" AS
SELECT "code"
FROM (
  SELECT
    *,
    CAST(SUM("value_count") OVER (PARTITION BY "code", "level") AS BIGINT) AS "class_rows",
    CAST(SUM("value_count") OVER (PARTITION BY "level", "pay") AS BIGINT) AS "table_count",
    CAST(SUM("value_count") OVER (PARTITION BY "level") AS BIGINT) AS "table_rows"
  FROM (
    SELECT "code", "level", "pay", COUNT(*) AS "value_count"
    FROM (
      SELECT "labelled"."code", 0 AS "level", CAST("labelled"."pay" AS TEXT) COLLATE "C" AS "pay"
      FROM "dpsql_labelled" AS "labelled" WHERE "private_count" = 1
      UNION ALL
      SELECT
        "labelled"."code", 1 AS "level",
        CASE
          WHEN CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
            'pay 0', 'pay 1', 'pay 2', 'pay 3', 'pay 4', 'pay 5', 'pay 6', 'pay 7', 'pay 8',
            'pay 9', 'pay 10', 'pay 11', 'pay 12', 'pay 13', 'pay 14', 'pay 15', 'pay 16', 'pay 17',
            'pay 18', 'pay 19', 'pay 20', 'pay 21', 'pay 22', 'pay 23', 'pay 24', 'pay 25',
            'pay 26', 'pay 27', 'pay 28', 'pay 29'
          ) THEN 'low'
          WHEN CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
            'pay 30', 'pay 31', 'pay 32', 'pay 33', 'pay 34', 'pay 35', 'pay 36', 'pay 37',
            'pay 38', 'pay 39', 'pay 40', 'pay 41', 'pay 42', 'pay 43', 'pay 44', 'pay 45',
            'pay 46', 'pay 47', 'pay 48', 'pay 49', 'pay 50', 'pay 51', 'pay 52', 'pay 53',
            'pay 54', 'pay 55', 'pay 56', 'pay 57', 'pay 58', 'pay 59'
          ) THEN 'high'
        END AS "pay"
      FROM "dpsql_labelled" AS "labelled" WHERE "private_count" = 1
    ) AS "listed"
    GROUP BY "code", "level", "pay"
  ) AS "counted"
) AS "histograms"
GROUP BY "code"
HAVING
  CAST(SUM(
    CASE
      WHEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
          > CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
      THEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
          - CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
      ELSE 0
    END
  ) AS DECIMAL(27, 0)) * CAST(5 AS DECIMAL(1, 0))
      > CAST(CAST(MAX("class_rows") AS DECIMAL(13, 0))
          * CAST(MAX("table_rows") AS DECIMAL(13, 0)) AS DECIMAL(27, 0))
      * CAST(2 AS DECIMAL(1, 0));

-- What is wrong with the tables or hierarchies. Expected: no rows.
SELECT "problem", SUM("public_count") AS "public_count", SUM("private_count") AS "private_count"
FROM "dpsql_labelled" WHERE "problem" IS NOT NULL GROUP BY "problem";

-- Rows of T with a value of lab that its order lacks. Expected: 0.
SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled"
WHERE "private_count" = 1 AND (NOT CAST("lab" AS TEXT) COLLATE "C" IN ('it''s', 'b'));

-- The classes that violate t_closeness of lab 1/5. Expected: no rows.
SELECT * FROM "dpsql_distant_lab";

-- Rows of T with a value of pay that its hierarchy lacks. Expected: 0.
SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled" AS "labelled"
WHERE "private_count" = 1
  AND (
    NOT COALESCE(
      CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
        'pay 0', 'pay 1', 'pay 2', 'pay 3', 'pay 4', 'pay 5', 'pay 6', 'pay 7', 'pay 8', 'pay 9',
        'pay 10', 'pay 11', 'pay 12', 'pay 13', 'pay 14', 'pay 15', 'pay 16', 'pay 17', 'pay 18',
        'pay 19', 'pay 20', 'pay 21', 'pay 22', 'pay 23', 'pay 24', 'pay 25', 'pay 26', 'pay 27',
        'pay 28', 'pay 29', 'pay 30', 'pay 31', 'pay 32', 'pay 33', 'pay 34', 'pay 35', 'pay 36',
        'pay 37', 'pay 38', 'pay 39', 'pay 40', 'pay 41', 'pay 42', 'pay 43', 'pay 44', 'pay 45',
        'pay 46', 'pay 47', 'pay 48', 'pay 49', 'pay 50', 'pay 51', 'pay 52', 'pay 53', 'pay 54',
        'pay 55', 'pay 56', 'pay 57', 'pay 58', 'pay 59'
      ),
      FALSE
    )
  );

-- The classes that violate t_closeness of pay 1/5. Expected: no rows.
SELECT * FROM "dpsql_distant_pay";

-- The verdict, and the range of presence.
SELECT
  CASE
    WHEN SUM("violates") = 0
    AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
    AND (
      SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled"
      WHERE "private_count" = 1 AND (NOT CAST("lab" AS TEXT) COLLATE "C" IN ('it''s', 'b'))
    ) = 0
    AND (SELECT COUNT(*) FROM "dpsql_distant_lab") = 0
    AND (
      SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled" AS "labelled"
      WHERE "private_count" = 1
        AND (
          NOT COALESCE(
            CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
              'pay 0', 'pay 1', 'pay 2', 'pay 3', 'pay 4', 'pay 5', 'pay 6', 'pay 7', 'pay 8',
              'pay 9', 'pay 10', 'pay 11', 'pay 12', 'pay 13', 'pay 14', 'pay 15', 'pay 16',
              'pay 17', 'pay 18', 'pay 19', 'pay 20', 'pay 21', 'pay 22', 'pay 23', 'pay 24',
              'pay 25', 'pay 26', 'pay 27', 'pay 28', 'pay 29', 'pay 30', 'pay 31', 'pay 32',
              'pay 33', 'pay 34', 'pay 35', 'pay 36', 'pay 37', 'pay 38', 'pay 39', 'pay 40',
              'pay 41', 'pay 42', 'pay 43', 'pay 44', 'pay 45', 'pay 46', 'pay 47', 'pay 48',
              'pay 49', 'pay 50', 'pay 51', 'pay 52', 'pay 53', 'pay 54', 'pay 55', 'pay 56',
              'pay 57', 'pay 58', 'pay 59'
            ),
            FALSE
          )
        )
    ) = 0
    AND (SELECT COUNT(*) FROM "dpsql_distant_pay") = 0 THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes", SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence", MAX("presence") AS "greatest_presence"
FROM "dpsql_classes";

-- T with its labels. No rows if anything is wrong, or if texts are compared without their case.
CREATE TABLE "dpsql_release" AS
SELECT "code", "lab", "pay" FROM "dpsql_labelled" AS "labelled"
WHERE "private_count" > 0
  AND 'e' NOT IN ('E', 'é')
  AND (SELECT COUNT("problem") FROM "dpsql_labelled") = 0
  AND (
    SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled"
    WHERE "private_count" = 1 AND (NOT CAST("lab" AS TEXT) COLLATE "C" IN ('it''s', 'b'))
  ) = 0
  AND NOT EXISTS(
    SELECT "code"
    FROM (
      SELECT
        "code", "class_rows", "table_rows",
        CAST(SUM("row_count") OVER (
          PARTITION BY "code"
          ORDER BY "place"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS BIGINT) AS "value_count",
        CAST(SUM("rows_there") OVER (
          PARTITION BY "code"
          ORDER BY "place"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS BIGINT) AS "table_count"
      FROM (
        SELECT
          *,
          CAST(SUM("row_count") OVER (PARTITION BY "code") AS BIGINT) AS "class_rows",
          CAST(SUM("row_count") OVER () AS BIGINT) AS "table_rows",
          CAST(SUM("row_count") OVER (PARTITION BY "place") AS BIGINT) AS "rows_there"
        FROM (
          SELECT "code", "place", CAST(SUM("row_count") AS BIGINT) AS "row_count"
          FROM (
            SELECT
              "code",
              CASE WHEN CAST("lab" AS TEXT) COLLATE "C" IS NULL THEN 0
                   WHEN CAST("lab" AS TEXT) COLLATE "C" = 'it''s' THEN 1
                   WHEN CAST("lab" AS TEXT) COLLATE "C" = 'b' THEN 2 END AS "place",
              1 AS "row_count"
            FROM "dpsql_labelled" WHERE "private_count" = 1
            UNION ALL
            SELECT "code", "place", 0 AS "row_count"
            FROM (
              SELECT DISTINCT "code" FROM "dpsql_labelled" WHERE "private_count" = 1
            ) AS "classes"
            CROSS JOIN (
              SELECT DISTINCT
                CASE WHEN CAST("lab" AS TEXT) COLLATE "C" IS NULL THEN 0
                     WHEN CAST("lab" AS TEXT) COLLATE "C" = 'it''s' THEN 1
                     WHEN CAST("lab" AS TEXT) COLLATE "C" = 'b' THEN 2 END AS "place"
              FROM "dpsql_labelled" WHERE "private_count" = 1
            ) AS "places"
          ) AS "listed"
          GROUP BY "code", "place"
        ) AS "counted"
      ) AS "compared"
    ) AS "histograms"
    GROUP BY "code"
    HAVING
      CAST(SUM(
        ABS(
          CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
              - CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
        )
      ) AS DECIMAL(27, 0)) * CAST(5 AS DECIMAL(1, 0))
          > CAST(CAST(MAX("class_rows") AS DECIMAL(13, 0))
              * CAST(MAX("table_rows") AS DECIMAL(13, 0)) * CAST((
        COUNT(*) - 1
      ) AS DECIMAL(6, 0)) AS DECIMAL(27, 0))
  )
  AND (
    SELECT COUNT(*) AS "row_count" FROM "dpsql_labelled" AS "labelled"
    WHERE "private_count" = 1
      AND (
        NOT COALESCE(
          CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
            'pay 0', 'pay 1', 'pay 2', 'pay 3', 'pay 4', 'pay 5', 'pay 6', 'pay 7', 'pay 8',
            'pay 9', 'pay 10', 'pay 11', 'pay 12', 'pay 13', 'pay 14', 'pay 15', 'pay 16', 'pay 17',
            'pay 18', 'pay 19', 'pay 20', 'pay 21', 'pay 22', 'pay 23', 'pay 24', 'pay 25',
            'pay 26', 'pay 27', 'pay 28', 'pay 29', 'pay 30', 'pay 31', 'pay 32', 'pay 33',
            'pay 34', 'pay 35', 'pay 36', 'pay 37', 'pay 38', 'pay 39', 'pay 40', 'pay 41',
            'pay 42', 'pay 43', 'pay 44', 'pay 45', 'pay 46', 'pay 47', 'pay 48', 'pay 49',
            'pay 50', 'pay 51', 'pay 52', 'pay 53', 'pay 54', 'pay 55', 'pay 56', 'pay 57',
            'pay 58', 'pay 59'
          ),
          FALSE
        )
      )
  ) = 0
  AND NOT EXISTS(
    SELECT "code"
    FROM (
      SELECT
        *,
        CAST(SUM("value_count") OVER (PARTITION BY "code", "level") AS BIGINT) AS "class_rows",
        CAST(SUM("value_count") OVER (PARTITION BY "level", "pay") AS BIGINT) AS "table_count",
        CAST(SUM("value_count") OVER (PARTITION BY "level") AS BIGINT) AS "table_rows"
      FROM (
        SELECT "code", "level", "pay", COUNT(*) AS "value_count"
        FROM (
          SELECT
            "labelled"."code", 0 AS "level",
            CAST("labelled"."pay" AS TEXT) COLLATE "C" AS "pay"
          FROM "dpsql_labelled" AS "labelled" WHERE "private_count" = 1
          UNION ALL
          SELECT
            "labelled"."code", 1 AS "level",
            CASE
              WHEN CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
                'pay 0', 'pay 1', 'pay 2', 'pay 3', 'pay 4', 'pay 5', 'pay 6', 'pay 7', 'pay 8',
                'pay 9', 'pay 10', 'pay 11', 'pay 12', 'pay 13', 'pay 14', 'pay 15', 'pay 16',
                'pay 17', 'pay 18', 'pay 19', 'pay 20', 'pay 21', 'pay 22', 'pay 23', 'pay 24',
                'pay 25', 'pay 26', 'pay 27', 'pay 28', 'pay 29'
              ) THEN 'low'
              WHEN CAST("labelled"."pay" AS TEXT) COLLATE "C" IN (
                'pay 30', 'pay 31', 'pay 32', 'pay 33', 'pay 34', 'pay 35', 'pay 36', 'pay 37',
                'pay 38', 'pay 39', 'pay 40', 'pay 41', 'pay 42', 'pay 43', 'pay 44', 'pay 45',
                'pay 46', 'pay 47', 'pay 48', 'pay 49', 'pay 50', 'pay 51', 'pay 52', 'pay 53',
                'pay 54', 'pay 55', 'pay 56', 'pay 57', 'pay 58', 'pay 59'
              ) THEN 'high'
            END AS "pay"
          FROM "dpsql_labelled" AS "labelled" WHERE "private_count" = 1
        ) AS "listed"
        GROUP BY "code", "level", "pay"
      ) AS "counted"
    ) AS "histograms"
    GROUP BY "code"
    HAVING
      CAST(SUM(
        CASE
          WHEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
              > CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
          THEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0))
              - CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
          ELSE 0
        END
      ) AS DECIMAL(27, 0)) * CAST(5 AS DECIMAL(1, 0))
          > CAST(CAST(MAX("class_rows") AS DECIMAL(13, 0))
              * CAST(MAX("table_rows") AS DECIMAL(13, 0)) AS DECIMAL(27, 0))
          * CAST(2 AS DECIMAL(1, 0))
  )
ORDER BY 1, 2, 3;

-- Clean up: all tables but the release have counts of T.
DROP TABLE IF EXISTS "dpsql_distant_pay";
DROP TABLE IF EXISTS "dpsql_distant_lab";
DROP TABLE IF EXISTS "dpsql_classes";
DROP TABLE IF EXISTS "dpsql_labelled";
