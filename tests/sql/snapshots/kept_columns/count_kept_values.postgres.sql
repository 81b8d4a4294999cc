-- two pairs
/* Which kept columns identify rows of T, by their own values or by those of a public column beside them? */
/* Reads the rows of T: private_table, rows of public_table, or both joined by the key. */
/* One row: per kept column its rows with a value, its values, and its rows with a day; then per pair the rows of equal values. */
SELECT
  COUNT(*) AS "all_rows",
  COUNT(CAST("kept_0" AS TEXT)) AS "kept_0_rows",
  COUNT(DISTINCT CAST("kept_0" AS TEXT)) AS "kept_0_values",
  COALESCE(
    SUM(
      CASE
        WHEN CAST("kept_0" AS TEXT) ~ '^([0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4})([ T].*)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "kept_0_days",
  COUNT(CAST("kept_1" AS TEXT)) AS "kept_1_rows",
  COUNT(DISTINCT CAST("kept_1" AS TEXT)) AS "kept_1_values",
  COALESCE(
    SUM(
      CASE
        WHEN CAST("kept_1" AS TEXT) ~ '^([0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4})([ T].*)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "kept_1_days",
  COALESCE(
    SUM(CASE WHEN CAST("kept_0" AS TEXT) = CAST("public_0" AS TEXT) THEN 1 ELSE 0 END),
    0
  ) AS "same_0",
  COALESCE(
    SUM(
      CASE
        WHEN CAST("kept_1" AS DOUBLE PRECISION) = CAST("public_1" AS DOUBLE PRECISION)
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS "same_1"
FROM (
  SELECT
    "private_table"."lab" AS "kept_0",
    "private_table"."visit" AS "kept_1",
    "private_table"."id" AS "public_0",
    "private_table"."born" AS "public_1"
  FROM "private_table"
) AS "rows_of_t";
