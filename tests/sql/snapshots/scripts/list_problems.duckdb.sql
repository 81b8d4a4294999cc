-- a table of its own
/* What is wrong with P, T or a hierarchy? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a problem, and the people of P and rows of T that have it. */
SELECT
  "problem",
  SUM("public_count") AS "public_count",
  SUM("private_count") AS "private_count"
FROM "labelled"
WHERE
  NOT "problem" IS NULL
GROUP BY
  "problem";

-- counts
/* What is wrong with P, T or a hierarchy? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a problem, and the people of P and rows of T that have it. */
SELECT
  "problem",
  SUM("public_count") AS "public_count",
  SUM("private_count") AS "private_count"
FROM "labelled"
WHERE
  NOT "problem" IS NULL
GROUP BY
  "problem";

-- kept and sensitive columns
/* What is wrong with P, T or a hierarchy? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a problem, and the people of P and rows of T that have it. */
SELECT
  "problem",
  SUM("public_count") AS "public_count",
  SUM("private_count") AS "private_count"
FROM "labelled"
WHERE
  NOT "problem" IS NULL
GROUP BY
  "problem";

-- people climb
/* What is wrong with P, T or a hierarchy? */
/* Reads everybody of P and every row of T with their labels. */
/* One row: a problem, and the people of P and rows of T that have it. */
SELECT
  "problem",
  SUM("public_count") AS "public_count",
  SUM("private_count") AS "private_count"
FROM "labelled"
WHERE
  NOT "problem" IS NULL
GROUP BY
  "problem";
