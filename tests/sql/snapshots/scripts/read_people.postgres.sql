-- a table of its own
/* Everybody of P, counted by their values, and every row of T, each value as text. */
/* Reads public_table (P), and private_table (T) unless P marks its rows. */
/* One row: people of P with equal values, or a row of T; the other count is 0. */
SELECT
  CAST("town" AS TEXT) AS "town",
  CAST("born" AS TEXT) AS "born",
  COUNT(*) AS "public_count",
  0 AS "private_count"
FROM "public_table"
GROUP BY
  1,
  2
UNION ALL
SELECT
  CAST("town" AS TEXT),
  CAST("born" AS TEXT),
  0,
  1
FROM "private_table";

-- counts
/* Everybody of P, counted by their values, and every row of T, each value as text. */
/* Reads public_table (P), and private_table (T) unless P marks its rows. */
/* One row: people of P with equal values, or a row of T; the other count is 0. */
SELECT
  CAST("town" AS TEXT) AS "town",
  CAST("born" AS TEXT) AS "born",
  CAST(SUM(CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS "public_count",
  0 AS "private_count"
FROM "public_table"
WHERE
  CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT) > 0
GROUP BY
  1,
  2
UNION ALL
SELECT
  CAST("town" AS TEXT),
  CAST("born" AS TEXT),
  0,
  CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT)
FROM "private_table"
WHERE
  CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT) > 0;

-- kept and sensitive columns
/* Everybody of P, counted by their values, and every row of T, each value as text. */
/* Reads public_table (P), and private_table (T) unless P marks its rows. */
/* One row: people of P with equal values, or a row of T; the other count is 0. */
SELECT
  CAST("town" AS TEXT) AS "town",
  CAST("born" AS TEXT) AS "born",
  NULL AS "lab",
  COUNT(*) AS "public_count",
  0 AS "private_count"
FROM "public_table"
GROUP BY
  1,
  2
UNION ALL
SELECT
  CAST("town" AS TEXT),
  CAST("born" AS TEXT),
  "lab",
  0,
  1
FROM "private_table";

-- people climb
/* Everybody of P, counted by their values, and every row of T, each value as text. */
/* Reads public_table (P), and private_table (T) unless P marks its rows. */
/* One row: people of P with equal values, or a row of T; the other count is 0. */
SELECT
  CAST("town" AS TEXT) AS "town",
  CAST("born" AS TEXT) AS "born",
  COUNT(*) AS "public_count",
  0 AS "private_count"
FROM "public_table"
GROUP BY
  1,
  2
UNION ALL
SELECT
  CAST("town" AS TEXT),
  CAST("born" AS TEXT),
  0,
  1
FROM "public_table"
WHERE
  (
    "sick" = TRUE
  );
