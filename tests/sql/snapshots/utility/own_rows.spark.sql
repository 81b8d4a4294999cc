-- a kept column
/* The rows of T as a question reads them. */
/* Reads tuples, or the rows of T with their kept columns. */
/* One row: somebody of T. */
SELECT
  `c0` AS `town`,
  `c1` AS `born`,
  `c2` AS `paid`
FROM (
  SELECT
    `town` AS `c0`,
    `born` AS `c1`,
    `paid` AS `c2`,
    1 AS `copy`
  FROM (
    SELECT
      `private_table`.`town` AS `town`,
      `private_table`.`born` AS `born`,
      `private_table`.`paid`
    FROM `private_table`
  ) AS `private_rows`
) AS `people`;

-- nothing is kept
/* The rows of T as a question reads them. */
/* Reads tuples, or the rows of T with their kept columns. */
/* One row: somebody of T. */
SELECT
  CAST(`c0` AS STRING) AS `town`,
  `c1` AS `born`
FROM (
  SELECT
    `q0` AS `c0`,
    `q1` AS `c1`,
    EXPLODE(SEQUENCE(1, CAST(`private_count` AS BIGINT))) AS `copy`
  FROM (
    SELECT
      *
    FROM `tuples`
    WHERE
      `private_count` > 0
  ) AS `people`
) AS `people`;
