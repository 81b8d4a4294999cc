-- parts along the hierarchies, a rest kept and a column protected
/* Which sensitive values do the published classes hold? */
/* Reads the rows of the release before they are written, and the sensitive values. */
/* One row: a class with its texts, of each whether it is NULL, and a sensitive value by its codes, and the released rows that have them. */
SELECT
  "c0",
  "is_null_0",
  "c1",
  "is_null_1",
  "position",
  "rows_0",
  CAST(COUNT(*) AS BIGINT) AS "row_count"
FROM (
  SELECT
    COALESCE("released"."town", '') AS "c0",
    CASE WHEN "released"."town" IS NULL THEN 1 ELSE 0 END AS "is_null_0",
    COALESCE("released"."born", '') AS "c1",
    CASE WHEN "released"."born" IS NULL THEN 1 ELSE 0 END AS "is_null_1",
    "sensitive_values_0"."position" AS "position",
    "sensitive_values_0"."row_count" AS "rows_0"
  FROM (
    SELECT
      "parts"."c0" AS "town",
      "parts"."c1" AS "born",
      "private_rows"."lab"
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    JOIN "leaves_0"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "leaves_0"."leaf"
    JOIN "leaves_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "leaves_1"."leaf"
    JOIN (
      SELECT DISTINCT
        "part",
        "q0_level_0",
        "q1_level_0"
      FROM "final_tuples"
    ) AS "tuples"
      ON "tuples"."q0_level_0" = "leaves_0"."code_0"
      AND "tuples"."q1_level_0" = "leaves_1"."code_0"
      AND TRUE
    JOIN "final_parts" AS "parts"
      ON "tuples"."part" = "parts"."part"
  ) AS "released"
  JOIN "sensitive_values_0"
    ON CAST("released"."lab" AS TEXT) IS NOT DISTINCT FROM "sensitive_values_0"."value"
) AS "coded"
GROUP BY
  "c0",
  "is_null_0",
  "c1",
  "is_null_1",
  "position",
  "rows_0";

-- rare people climb, a column protected
/* Which sensitive values do the published classes hold? */
/* Reads the rows of the release before they are written, and the sensitive values. */
/* One row: a class with its texts, of each whether it is NULL, and a sensitive value by its codes, and the released rows that have them. */
SELECT
  "c0",
  "is_null_0",
  "c1",
  "is_null_1",
  "position",
  "rows_0",
  CAST(COUNT(*) AS BIGINT) AS "row_count"
FROM (
  SELECT
    COALESCE("released"."town", '') AS "c0",
    CASE WHEN "released"."town" IS NULL THEN 1 ELSE 0 END AS "is_null_0",
    COALESCE("released"."born", '') AS "c1",
    CASE WHEN "released"."born" IS NULL THEN 1 ELSE 0 END AS "is_null_1",
    "sensitive_values_0"."position" AS "position",
    "sensitive_values_0"."row_count" AS "rows_0"
  FROM (
    SELECT
      CASE
        WHEN "settled"."step" = 1
        THEN CASE
          WHEN CAST("private_rows"."town" AS TEXT) IN ('x')
          THEN 'near'
          WHEN CAST("private_rows"."town" AS TEXT) IN ('y')
          THEN 'far'
        END
        WHEN "settled"."step" = 2
        THEN '*'
        WHEN "settled"."step" = 3
        THEN '*'
        ELSE CAST("private_rows"."town" AS TEXT)
      END AS "town",
      CASE
        WHEN "settled"."step" = 3
        THEN '*'
        ELSE CASE
          WHEN CAST("private_rows"."born" AS TEXT) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
          THEN SUBSTRING(CAST("private_rows"."born" AS TEXT) FROM 1 FOR 7)
        END
      END AS "born",
      "private_rows"."lab"
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "settled"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM CAST("settled"."q0" AS TEXT)
      AND CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM CAST("settled"."q1" AS TEXT)
  ) AS "released"
  JOIN "sensitive_values_0"
    ON CAST("released"."lab" AS TEXT) IS NOT DISTINCT FROM "sensitive_values_0"."value"
) AS "coded"
GROUP BY
  "c0",
  "is_null_0",
  "c1",
  "is_null_1",
  "position",
  "rows_0";
