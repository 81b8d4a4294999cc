-- a table of its own
/* T with its labels, in the order of its columns. */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a row of T, or its distinct columns and how many rows of T have them. */
SELECT
  "town",
  "born"
FROM "labelled"
WHERE
  "private_count" > 0
  AND NOT 'e' IN ('E', 'é')
  AND (
    SELECT
      COUNT("problem")
    FROM "labelled"
  ) = 0
  AND NOT EXISTS(
    SELECT
      1
    FROM "labelled"
    GROUP BY
      "town",
      "born"
    HAVING
      SUM("private_count") > SUM("public_count")
  )
ORDER BY
  1,
  2;

-- counts
/* T with its labels, in the order of its columns. */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a row of T, or its distinct columns and how many rows of T have them. */
SELECT
  "town",
  "born",
  CAST(SUM("private_count") AS BIGINT) AS "n"
FROM "labelled"
WHERE
  "private_count" > 0
  AND NOT 'e' IN ('E', 'é')
  AND (
    SELECT
      COUNT("problem")
    FROM "labelled"
  ) = 0
  AND NOT EXISTS(
    SELECT
      1
    FROM "labelled"
    GROUP BY
      "town",
      "born"
    HAVING
      SUM("private_count") > SUM("public_count")
  )
GROUP BY
  "town",
  "born"
ORDER BY
  1,
  2;

-- kept and sensitive columns
/* T with its labels, in the order of its columns. */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a row of T, or its distinct columns and how many rows of T have them. */
SELECT
  "town",
  "born",
  "lab"
FROM "labelled"
WHERE
  "private_count" > 0
  AND NOT 'e' IN ('E', 'é')
  AND (
    SELECT
      COUNT("problem")
    FROM "labelled"
  ) = 0
  AND NOT EXISTS(
    SELECT
      "town",
      "born"
    FROM (
      SELECT
        *,
        ROW_NUMBER() OVER (PARTITION BY "town", "born" ORDER BY "value_count" DESC NULLS LAST) AS "place",
        CAST(SUM("value_count") OVER (PARTITION BY "town", "born") AS BIGINT) AS "class_rows",
        CAST(SUM("value_count") OVER (PARTITION BY "lab") AS BIGINT) AS "table_count",
        CAST(SUM("value_count") OVER () AS BIGINT) AS "table_rows"
      FROM (
        SELECT
          "town",
          "born",
          CAST("lab" AS TEXT) AS "lab",
          COUNT(*) AS "value_count"
        FROM "labelled"
        WHERE
          "private_count" = 1
        GROUP BY
          "town",
          "born",
          CAST("lab" AS TEXT)
      ) AS "counted"
    ) AS "histograms"
    GROUP BY
      "town",
      "born"
    HAVING
      CAST(MAX("value_count") AS BIGINT) >= CAST(SUM(CASE WHEN "place" >= 2 THEN "value_count" ELSE 0 END) AS BIGINT) * 2
      OR CAST(SUM(
        CASE
          WHEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0)) > CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
          THEN CAST("value_count" AS DECIMAL(13, 0)) * CAST("table_rows" AS DECIMAL(13, 0)) - CAST("table_count" AS DECIMAL(13, 0)) * CAST("class_rows" AS DECIMAL(13, 0))
          ELSE 0
        END
      ) AS DECIMAL(27, 0)) * CAST(5 AS DECIMAL(1, 0)) > CAST(CAST(MAX("class_rows") AS DECIMAL(13, 0)) * CAST(MAX("table_rows") AS DECIMAL(13, 0)) AS DECIMAL(27, 0))
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM (
      /* How many people of P and rows of T has each class? */
      /* Reads everybody of P and every row of T with their labels. */
      /* One row: a class with its labels and counts, and all people of P and rows of T if a model compares. */
      SELECT
        "town",
        "born",
        CAST(SUM(SUM("public_count")) OVER () AS BIGINT) AS "people_of_p",
        CAST(SUM(SUM("private_count")) OVER () AS BIGINT) AS "rows_of_t",
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "labelled"
      GROUP BY
        "town",
        "born"
    ) AS "counted"
    WHERE
      "private_count" > "public_count"
      OR CAST(ABS(
        CAST("private_count" AS DECIMAL(13, 0)) * CAST("people_of_p" AS DECIMAL(13, 0)) - CAST("rows_of_t" AS DECIMAL(13, 0)) * CAST("public_count" AS DECIMAL(13, 0))
      ) AS DECIMAL(27, 0)) * CAST(9 AS DECIMAL(1, 0)) > CAST(CAST("public_count" AS DECIMAL(13, 0)) * CAST("people_of_p" AS DECIMAL(13, 0)) AS DECIMAL(27, 0))
  )
ORDER BY
  1,
  2,
  3;

-- people climb
/* T with its labels, in the order of its columns. */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a row of T, or its distinct columns and how many rows of T have them. */
SELECT
  "town",
  "born"
FROM "labelled"
WHERE
  "private_count" > 0
  AND NOT 'e' IN ('E', 'é')
  AND (
    SELECT
      COUNT("problem")
    FROM "labelled"
  ) = 0
  AND NOT EXISTS(
    SELECT
      1
    FROM "labelled"
    GROUP BY
      "town",
      "born"
    HAVING
      SUM("private_count") > SUM("public_count")
  )
ORDER BY
  1,
  2;
