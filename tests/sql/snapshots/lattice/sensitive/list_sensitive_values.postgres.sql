-- equal distance
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INT) AS "position",
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
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";

-- hierarchical distance
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INT) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "value_1",
  CAST(SUM("row_count") OVER (PARTITION BY "label_1") AS BIGINT) AS "rows_1",
  0 AS "is_equal",
  "is_covered"
FROM (
  SELECT
    "counted"."value",
    "row_count",
    NULL AS "place",
    CASE
      WHEN "counted"."value" IN ('it''s', 'y')
      THEN 'a \ b'
      WHEN "counted"."value" IN ('z')
      THEN 'c'
      WHEN (
        "counted"."value" IS NULL
      )
      THEN NULL
    END AS "label_1",
    CASE
      WHEN (
        "counted"."value" IS NULL
      ) OR "counted"."value" IN ('it''s', 'y', 'z')
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "value",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";

-- hierarchical distance, many values
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INT) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  CAST(DENSE_RANK() OVER (ORDER BY "label_1") - 1 AS INT) AS "value_1",
  CAST(SUM("row_count") OVER (PARTITION BY "label_1") AS BIGINT) AS "rows_1",
  0 AS "is_equal",
  "is_covered"
FROM (
  SELECT
    "counted"."value",
    "row_count",
    NULL AS "place",
    "sensitive_places_0"."label_1" AS "label_1",
    CASE WHEN NOT (
      "sensitive_places_0"."covered" IS NULL
    ) THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "value",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
  LEFT JOIN "sensitive_places_0"
    ON "counted"."value" IS NOT DISTINCT FROM "sensitive_places_0"."leaf"
) AS "labelled";

-- no order
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "value") - 1 AS INT) AS "position",
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
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";

-- ordered distance
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN 1
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN 0
      ELSE 2
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN 0
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN 0 - (
        (
          LENGTH(
            TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
          ) - LENGTH(
            SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
          )
        ) + COALESCE(
          CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
          0
        )
      )
      ELSE (
        LENGTH(
          TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
        ) - LENGTH(
          SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
        )
      ) + COALESCE(
        CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
        0
      )
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN NULL
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN NULL
      ELSE TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN NULL
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
      ELSE NULL
    END DESC NULLS LAST, "value"
  ) - 1 AS INT) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN 1
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN 0
      ELSE 2
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN 0
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN 0 - (
        (
          LENGTH(
            TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
          ) - LENGTH(
            SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
          )
        ) + COALESCE(
          CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
          0
        )
      )
      ELSE (
        LENGTH(
          TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
        ) - LENGTH(
          SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
        )
      ) + COALESCE(
        CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
        0
      )
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN NULL
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN NULL
      ELSE TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
    END, CASE
      WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
      THEN NULL
      WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
      THEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
      ELSE NULL
    END DESC NULLS LAST, "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  CASE
    WHEN COUNT(*) OVER (
      PARTITION BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, CASE
        WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
        THEN 1
        WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
        THEN 0
        ELSE 2
      END, CASE
        WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
        THEN 0
        WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
        THEN 0 - (
          (
            LENGTH(
              TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
            ) - LENGTH(
              SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
            )
          ) + COALESCE(
            CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
            0
          )
        )
        ELSE (
          LENGTH(
            TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))
          ) - LENGTH(
            SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)
          )
        ) + COALESCE(
          CAST(NULLIF(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 2), '') AS BIGINT),
          0
        )
      END, CASE
        WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
        THEN NULL
        WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
        THEN NULL
        ELSE TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
      END, CASE
        WHEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2))) = ''
        THEN NULL
        WHEN SUBSTRING(LOWER(TRIM("value")) FROM 1 FOR 1) = '-'
        THEN TRIM(TRAILING '0' FROM TRIM(LEADING '0' FROM SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 1) || SPLIT_PART(SPLIT_PART(TRIM(LEADING '+-' FROM LOWER(TRIM("value"))), 'e', 1), '.', 2)))
        ELSE NULL
      END
    ) > 1
    THEN 1
    ELSE 0
  END AS "is_equal",
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
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";

-- ordered distance, a list
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "place", "value") - 1 AS INT) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "place", "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  0 AS "is_equal",
  "is_covered"
FROM (
  SELECT
    "counted"."value",
    "row_count",
    "sensitive_places_0"."place" AS "place",
    CASE
      WHEN NOT "sensitive_places_0"."place" IS NULL OR "counted"."value" IS NULL
      THEN 1
      ELSE 0
    END AS "is_covered"
  FROM (
    SELECT
      "value",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
  LEFT JOIN "sensitive_places_0"
    ON "counted"."value" IS NOT DISTINCT FROM "sensitive_places_0"."listed"
) AS "labelled";

-- ordered distance, by type
/* Which values does T hold in a sensitive column, in which order, and under which labels? */
/* Reads the counted rows of T, and the places or the mapping table of the values where there is one. */
/* One row: a value with its rows of T and those of all values up to it, and whether another one equals it; per level a code and the rows of T under its label. */
SELECT
  "value",
  "row_count",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "sort_value", "value") - 1 AS INT) AS "position",
  CAST(SUM("row_count") OVER (
    ORDER BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "sort_value", "value"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS BIGINT) AS "cumulated",
  CASE
    WHEN COUNT(*) OVER (PARTITION BY CASE WHEN "value" IS NULL THEN 0 ELSE 1 END, "sort_value") > 1
    THEN 1
    ELSE 0
  END AS "is_equal",
  "is_covered"
FROM (
  SELECT
    "counted"."value",
    "row_count",
    NULL AS "place",
    "sort_value",
    CASE WHEN TRUE THEN 1 ELSE 0 END AS "is_covered"
  FROM (
    SELECT
      "value",
      MIN("sort_value") AS "sort_value",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "sensitive_rows_0"
    GROUP BY
      "value"
  ) AS "counted"
) AS "labelled";
