-- T, a kept column
/* The rows of T, or of a release, as texts: alike ones together. */
/* Reads tuples, the rows of T with their kept columns, or a release that is not written. */
/* One row: a combination of texts, with its rows. */
SELECT
  `c0`,
  `c1`,
  `k0`,
  CAST(SUM(`number`) AS BIGINT) AS `number`
FROM (
  SELECT
    CAST(`town` AS STRING) AS `c0`,
    CAST(`born` AS STRING) AS `c1`,
    CAST(`paid` AS STRING) AS `k0`,
    1 AS `number`
  FROM (
    SELECT
      `private_table`.`town` AS `town`,
      `private_table`.`born` AS `born`,
      `private_table`.`paid`
    FROM `private_table`
  ) AS `private_rows`
) AS `texts`
WHERE
  `number` > 0
GROUP BY
  `c0`,
  `c1`,
  `k0`;

-- T, nothing is kept
/* The rows of T, or of a release, as texts: alike ones together. */
/* Reads tuples, the rows of T with their kept columns, or a release that is not written. */
/* One row: a combination of texts, with its rows. */
SELECT
  `c0`,
  `c1`,
  CAST(SUM(`number`) AS BIGINT) AS `number`
FROM (
  SELECT
    CAST(`q0` AS STRING) AS `c0`,
    CAST(`q1` AS STRING) AS `c1`,
    `private_count` AS `number`
  FROM `tuples`
) AS `texts`
WHERE
  `number` > 0
GROUP BY
  `c0`,
  `c1`;

-- a release of counts
/* The rows of T, or of a release, as texts: alike ones together. */
/* Reads tuples, the rows of T with their kept columns, or a release that is not written. */
/* One row: a combination of texts, with its rows. */
SELECT
  `c0`,
  `c1`,
  CAST(SUM(`number`) AS BIGINT) AS `number`
FROM (
  SELECT
    CAST(`town` AS STRING) AS `c0`,
    CAST(`born` AS STRING) AS `c1`,
    `people` AS `number`
  FROM (
    SELECT
      `c0` AS `town`,
      `c1` AS `born`,
      CAST(`copy` AS BIGINT) AS `people`
    FROM (
      SELECT
        `c0`,
        `c1`,
        CAST(SUM(`private_count`) AS BIGINT) AS `copy`
      FROM (
        SELECT
          CASE
            WHEN CAST(`tuples`.`q0` AS STRING) IN ('it\'s', 'y')
            THEN 'a \\ b'
            WHEN CAST(`tuples`.`q0` AS STRING) IN ('z')
            THEN 'c'
            WHEN (
              CAST(`tuples`.`q0` AS STRING) IS NULL
            )
            THEN NULL
          END AS `c0`,
          `tuples`.`q1` AS `c1`,
          `private_count`
        FROM `tuples`
        WHERE
          `private_count` > 0
      ) AS `labelled`
      GROUP BY
        `c0`,
        `c1`
    ) AS `copies`
  ) AS `released`
) AS `texts`
WHERE
  `number` > 0
GROUP BY
  `c0`,
  `c1`;

-- a release, a kept column
/* The rows of T, or of a release, as texts: alike ones together. */
/* Reads tuples, the rows of T with their kept columns, or a release that is not written. */
/* One row: a combination of texts, with its rows. */
SELECT
  `c0`,
  `c1`,
  `k0`,
  CAST(SUM(`number`) AS BIGINT) AS `number`
FROM (
  SELECT
    CAST(`town` AS STRING) AS `c0`,
    CAST(`born` AS STRING) AS `c1`,
    CAST(`paid` AS STRING) AS `k0`,
    1 AS `number`
  FROM (
    SELECT
      CASE
        WHEN CAST(`private_rows`.`town` AS STRING) IN ('it\'s', 'y')
        THEN 'a \\ b'
        WHEN CAST(`private_rows`.`town` AS STRING) IN ('z')
        THEN 'c'
        WHEN (
          CAST(`private_rows`.`town` AS STRING) IS NULL
        )
        THEN NULL
      END AS `town`,
      `private_rows`.`born`,
      `private_rows`.`paid`
    FROM (
      SELECT
        `private_table`.`town` AS `town`,
        `private_table`.`born` AS `born`,
        `private_table`.`paid`
      FROM `private_table`
    ) AS `private_rows`
  ) AS `released`
) AS `texts`
WHERE
  `number` > 0
GROUP BY
  `c0`,
  `c1`,
  `k0`;

-- a release, nothing is kept
/* The rows of T, or of a release, as texts: alike ones together. */
/* Reads tuples, the rows of T with their kept columns, or a release that is not written. */
/* One row: a combination of texts, with its rows. */
SELECT
  `c0`,
  `c1`,
  CAST(SUM(`number`) AS BIGINT) AS `number`
FROM (
  SELECT
    CAST(`town` AS STRING) AS `c0`,
    CAST(`born` AS STRING) AS `c1`,
    1 AS `number`
  FROM (
    SELECT
      `c0` AS `town`,
      `c1` AS `born`
    FROM (
      SELECT
        `c0`,
        `c1`,
        EXPLODE(SEQUENCE(1, CAST(SUM(`private_count`) AS BIGINT))) AS `copy`
      FROM (
        SELECT
          CASE
            WHEN CAST(`tuples`.`q0` AS STRING) IN ('it\'s', 'y')
            THEN 'a \\ b'
            WHEN CAST(`tuples`.`q0` AS STRING) IN ('z')
            THEN 'c'
            WHEN (
              CAST(`tuples`.`q0` AS STRING) IS NULL
            )
            THEN NULL
          END AS `c0`,
          `tuples`.`q1` AS `c1`,
          `private_count`
        FROM `tuples`
        WHERE
          `private_count` > 0
      ) AS `labelled`
      GROUP BY
        `c0`,
        `c1`
    ) AS `copies`
  ) AS `released`
) AS `texts`
WHERE
  `number` > 0
GROUP BY
  `c0`,
  `c1`;
