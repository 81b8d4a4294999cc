-- two pairs
/* How many values of kept columns stand in public columns of other names, in rows with the same quasi-identifiers? */
/* Reads public_table once, joined by each pair of columns with some rows of T that have a value of their own. */
/* One row: per pair the people of P who have such values, and the values of those with the same quasi-identifiers. */
SELECT
  COUNT("rows_0"."kept_value") AS "people_0",
  COUNT(
    DISTINCT CASE
      WHEN CAST("public_table"."age" AS TEXT) IS NOT DISTINCT FROM "rows_0"."value_0"
      AND "public_table"."town" IS NOT DISTINCT FROM "rows_0"."value_1"
      THEN "rows_0"."kept_value"
    END
  ) AS "found_0",
  COUNT("rows_1"."kept_value") AS "people_1",
  COUNT(
    DISTINCT CASE
      WHEN CAST("public_table"."age" AS TEXT) IS NOT DISTINCT FROM "rows_1"."value_0"
      AND "public_table"."town" IS NOT DISTINCT FROM "rows_1"."value_1"
      THEN "rows_1"."kept_value"
    END
  ) AS "found_1"
FROM "public_table"
LEFT JOIN "rows_with_own_values" AS "rows_0"
  ON CAST("public_table"."id" AS TEXT) = "rows_0"."kept_value"
LEFT JOIN "rows_with_own_values" AS "rows_1"
  ON CAST("public_table"."born" AS TEXT) = "rows_1"."kept_value";
