-- a table of its own
/* How many people of P and rows of T has each class? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a class with its labels and counts, and all people of P and rows of T if a model compares. */
SELECT
  "town",
  "born",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "labelled"
GROUP BY
  "town",
  "born";

-- counts
/* How many people of P and rows of T has each class? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a class with its labels and counts, and all people of P and rows of T if a model compares. */
SELECT
  "town",
  "born",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "labelled"
GROUP BY
  "town",
  "born";

-- kept and sensitive columns
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
  "born";

-- people climb
/* How many people of P and rows of T has each class? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a class with its labels and counts, and all people of P and rows of T if a model compares. */
SELECT
  "town",
  "born",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "labelled"
GROUP BY
  "town",
  "born";
