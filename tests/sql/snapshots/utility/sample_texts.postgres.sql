-- a column twice
/* Some rows of T, or of a release, as texts: the same ones whenever they are asked for. */
/* Reads the rows as texts, alike ones together. */
/* One row: a row with its texts; which ones are taken follows from what they hold. */
SELECT
  "c0",
  "c1",
  "c0"
FROM (
  SELECT
    "c0",
    "c1",
    CAST(ROW_NUMBER() OVER (ORDER BY "c0", "c1") AS BIGINT) AS "place"
  FROM (
    SELECT
      "c0",
      "c1",
      UNNEST(GENERATE_SERIES(1, "number")) AS "copy"
    FROM "own_cells"
    WHERE
      NOT "c0" IS NULL
  ) AS "people"
) AS "numbered"
ORDER BY
  (
    "place" * 889516851
  ) % 2147483647,
  "place"
LIMIT 10000;

-- two columns
/* Some rows of T, or of a release, as texts: the same ones whenever they are asked for. */
/* Reads the rows as texts, alike ones together. */
/* One row: a row with its texts; which ones are taken follows from what they hold. */
SELECT
  "c0",
  "k0"
FROM (
  SELECT
    "c0",
    "k0",
    CAST(ROW_NUMBER() OVER (ORDER BY "c0", "k0") AS BIGINT) AS "place"
  FROM (
    SELECT
      "c0",
      "k0",
      UNNEST(GENERATE_SERIES(1, "number")) AS "copy"
    FROM "own_cells"
    WHERE
      NOT "k0" IS NULL
  ) AS "people"
) AS "numbered"
ORDER BY
  (
    "place" * 889516851
  ) % 2147483647,
  "place"
LIMIT 10000;
