-- a table of its own
/* The classes of P: whoever has equal labels is in one. */
/* Reads the counted classes. */
/* One row: a class with its people of P and rows of T, its presence, and 1 if it violates the job. */
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" > "public_count" THEN 1 ELSE 0 END AS "violates"
FROM (
  SELECT
    "town",
    "born",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "labelled"
  GROUP BY
    "town",
    "born"
) AS "counted";

-- counts
/* The classes of P: whoever has equal labels is in one. */
/* Reads the counted classes. */
/* One row: a class with its people of P and rows of T, its presence, and 1 if it violates the job. */
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" > "public_count" THEN 1 ELSE 0 END AS "violates"
FROM (
  SELECT
    "town",
    "born",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "labelled"
  GROUP BY
    "town",
    "born"
) AS "counted";

-- kept and sensitive columns
/* The classes of P: whoever has equal labels is in one. */
/* Reads the counted classes. */
/* One row: a class with its people of P and rows of T, its presence, and 1 if it violates the job. */
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE
    WHEN "private_count" > "public_count"
    OR CAST(ABS(
      CAST("private_count" AS DECIMAL(13, 0)) * CAST("people_of_p" AS DECIMAL(13, 0)) - CAST("rows_of_t" AS DECIMAL(13, 0)) * CAST("public_count" AS DECIMAL(13, 0))
    ) AS DECIMAL(27, 0)) * CAST(9 AS DECIMAL(1, 0)) > CAST(CAST("public_count" AS DECIMAL(13, 0)) * CAST("people_of_p" AS DECIMAL(13, 0)) AS DECIMAL(27, 0))
    THEN 1
    ELSE 0
  END AS "violates"
FROM (
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
) AS "counted";

-- people climb
/* The classes of P: whoever has equal labels is in one. */
/* Reads the counted classes. */
/* One row: a class with its people of P and rows of T, its presence, and 1 if it violates the job. */
SELECT
  *,
  CAST("private_count" AS DOUBLE PRECISION) / NULLIF("public_count", 0) AS "presence",
  CASE WHEN "private_count" > "public_count" THEN 1 ELSE 0 END AS "violates"
FROM (
  SELECT
    "town",
    "born",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "labelled"
  GROUP BY
    "town",
    "born"
) AS "counted";
