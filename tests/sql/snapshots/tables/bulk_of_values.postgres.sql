-- a column of dates
/* Between which values do 90 %, and 98 %, of the rows of columns of numbers, or of dates, lie? */
/* Reads public_table once per column; each distinct text is looked at once, and rows without such a value count as none. */
/* One row: a column with the ends of both ranges, and the distinct values within. */
SELECT
  "column_number",
  MIN(CASE WHEN "upto" * 20 >= "all_rows" THEN "found_value" END) AS "low_of_most",
  MIN(CASE WHEN "upto" * 20 >= "all_rows" * 19 THEN "found_value" END) AS "high_of_most",
  SUM(
    CASE
      WHEN "upto" * 20 >= "all_rows" AND (
        "upto" - "value_rows"
      ) * 20 < "all_rows" * 19
      THEN 1
      ELSE 0
    END
  ) AS "values_of_most",
  MIN(CASE WHEN "upto" * 100 >= "all_rows" THEN "found_value" END) AS "low_of_nearly_all",
  MIN(CASE WHEN "upto" * 100 >= "all_rows" * 99 THEN "found_value" END) AS "high_of_nearly_all",
  SUM(
    CASE
      WHEN "upto" * 100 >= "all_rows"
      AND (
        "upto" - "value_rows"
      ) * 100 < "all_rows" * 99
      THEN 1
      ELSE 0
    END
  ) AS "values_of_nearly_all"
FROM (
  SELECT
    "column_number",
    "found_value",
    "value_rows",
    SUM("value_rows") OVER (PARTITION BY "column_number" ORDER BY "found_value") AS "upto",
    SUM("value_rows") OVER (PARTITION BY "column_number") AS "all_rows"
  FROM (
    SELECT
      "column_number",
      "found_value",
      CAST(SUM(CASE WHEN "found_value" IS NULL THEN 0 ELSE "text_rows" END) AS BIGINT) AS "value_rows"
    FROM (
      SELECT
        "column_number",
        CASE
          WHEN "found_text" LIKE '____-__-__%'
          AND "found_text" ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
          THEN SUBSTRING("found_text" FROM 1 FOR 10)
        END AS "found_value",
        "text_rows"
      FROM (
        SELECT
          0 AS "column_number",
          "found_text",
          COUNT(*) AS "text_rows"
        FROM (
          SELECT
            CAST("born" AS TEXT) AS "found_text"
          FROM "public_table"
        ) AS "texts"
        GROUP BY
          "found_text"
      ) AS "listed"
    ) AS "found"
    GROUP BY
      "column_number",
      "found_value"
  ) AS "counted"
) AS "running"
GROUP BY
  "column_number";

-- two columns of numbers
/* Between which values do 90 %, and 98 %, of the rows of columns of numbers, or of dates, lie? */
/* Reads public_table once per column; each distinct text is looked at once, and rows without such a value count as none. */
/* One row: a column with the ends of both ranges, and the distinct values within. */
SELECT
  "column_number",
  MIN(CASE WHEN "upto" * 20 >= "all_rows" THEN "found_value" END) AS "low_of_most",
  MIN(CASE WHEN "upto" * 20 >= "all_rows" * 19 THEN "found_value" END) AS "high_of_most",
  SUM(
    CASE
      WHEN "upto" * 20 >= "all_rows" AND (
        "upto" - "value_rows"
      ) * 20 < "all_rows" * 19
      THEN 1
      ELSE 0
    END
  ) AS "values_of_most",
  MIN(CASE WHEN "upto" * 100 >= "all_rows" THEN "found_value" END) AS "low_of_nearly_all",
  MIN(CASE WHEN "upto" * 100 >= "all_rows" * 99 THEN "found_value" END) AS "high_of_nearly_all",
  SUM(
    CASE
      WHEN "upto" * 100 >= "all_rows"
      AND (
        "upto" - "value_rows"
      ) * 100 < "all_rows" * 99
      THEN 1
      ELSE 0
    END
  ) AS "values_of_nearly_all"
FROM (
  SELECT
    "column_number",
    "found_value",
    "value_rows",
    SUM("value_rows") OVER (PARTITION BY "column_number" ORDER BY "found_value") AS "upto",
    SUM("value_rows") OVER (PARTITION BY "column_number") AS "all_rows"
  FROM (
    SELECT
      "column_number",
      "found_value",
      CAST(SUM(CASE WHEN "found_value" IS NULL THEN 0 ELSE "text_rows" END) AS BIGINT) AS "value_rows"
    FROM (
      SELECT
        "column_number",
        CASE
          WHEN "found_text" ~ '^-?[0-9]{1,18}([.][0-9]{1,12})?$'
          THEN CAST("found_text" AS DOUBLE PRECISION)
        END AS "found_value",
        "text_rows"
      FROM (
        SELECT
          0 AS "column_number",
          "found_text",
          COUNT(*) AS "text_rows"
        FROM (
          SELECT
            CAST("age" AS TEXT) AS "found_text"
          FROM "public_table"
        ) AS "texts"
        GROUP BY
          "found_text"
        UNION ALL
        SELECT
          1 AS "column_number",
          "found_text",
          COUNT(*) AS "text_rows"
        FROM (
          SELECT
            CAST("income" AS TEXT) AS "found_text"
          FROM "public_table"
        ) AS "texts"
        GROUP BY
          "found_text"
      ) AS "listed"
    ) AS "found"
    GROUP BY
      "column_number",
      "found_value"
  ) AS "counted"
) AS "running"
GROUP BY
  "column_number";
