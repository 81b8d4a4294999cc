-- a kept column
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `c0`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c0`
    ORDER BY (
      `number` * 889516851
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_0`,
  COUNT(*) OVER (PARTITION BY `c0`) AS `rows_0`,
  `c1`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c1`
    ORDER BY (
      `number` * 1572067138
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_1`,
  COUNT(*) OVER (PARTITION BY `c1`) AS `rows_1`,
  `k0`,
  `number`
FROM `numbered_rows`;

-- a kept column, none is
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `k0`,
  `number`
FROM `numbered_rows`;

-- a kept column, one is read
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `c1`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c1`
    ORDER BY (
      `number` * 1572067138
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_1`,
  COUNT(*) OVER (PARTITION BY `c1`) AS `rows_1`,
  `k0`,
  `number`
FROM `numbered_rows`;

-- nothing is kept
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `c0`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c0`
    ORDER BY (
      `number` * 889516851
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_0`,
  COUNT(*) OVER (PARTITION BY `c0`) AS `rows_0`,
  `c1`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c1`
    ORDER BY (
      `number` * 1572067138
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_1`,
  COUNT(*) OVER (PARTITION BY `c1`) AS `rows_1`,
  `number`
FROM `numbered_rows`;

-- nothing is kept, none is
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `number`
FROM `numbered_rows`;

-- nothing is kept, one is read
/* Which place has each released row among those of its label, column by column? */
/* Reads the numbered rows of a release. */
/* One row: a released row; per column its place in a sequence that spreads neighbours, and the rows of its label. */
SELECT
  `c1`,
  CAST(ROW_NUMBER() OVER (
    PARTITION BY `c1`
    ORDER BY (
      `number` * 1572067138
    ) % 2147483647 NULLS LAST, `number` NULLS LAST
  ) - 1 AS BIGINT) AS `rank_1`,
  COUNT(*) OVER (PARTITION BY `c1`) AS `rows_1`,
  `number`
FROM `numbered_rows`;
