-- T is a table
/* How many cells of a CSV release would a spreadsheet run? */
/* Reads the rows to release. */
/* One row: a number per column. */
SELECT
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`town` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`town` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `c0`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`born` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`born` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `c1`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`lab` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`lab` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `c2`
FROM (
  SELECT
    `private_rows`.`town`,
    CASE
      WHEN CAST(`private_rows`.`born` AS STRING) RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      THEN SUBSTRING(CAST(`private_rows`.`born` AS STRING), 1, 7)
    END AS `born`,
    `private_rows`.`lab`
  FROM (
    SELECT
      `private_table`.`town` AS `town`,
      `private_table`.`born` AS `born`,
      `private_table`.`lab`
    FROM `private_table`
  ) AS `private_rows`
  ORDER BY
    1 NULLS LAST,
    2 NULLS LAST,
    3 NULLS LAST
) AS `released_rows`;

-- T is a table, formulas quoted
/* How many cells of a CSV release would a spreadsheet run? */
/* Reads the rows to release. */
/* One row: a number per column. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN CAST(`town` AS STRING) RLIKE '^\'' THEN 1 ELSE 0 END), 0) AS BIGINT) AS `c0`,
  CAST(COALESCE(SUM(CASE WHEN CAST(`born` AS STRING) RLIKE '^\'' THEN 1 ELSE 0 END), 0) AS BIGINT) AS `c1`,
  CAST(COALESCE(SUM(CASE WHEN CAST(`lab` AS STRING) RLIKE '^\'' THEN 1 ELSE 0 END), 0) AS BIGINT) AS `c2`
FROM (
  SELECT
    `town`,
    `born`,
    `lab`
  FROM `release`
) AS `released_rows`;

-- an earlier release
/* How many cells of a CSV release would a spreadsheet run? */
/* Reads the rows to release. */
/* One row: a number per column. */
SELECT
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`town` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`town` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `c0`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CAST(`born` AS STRING) RLIKE '^[=+\\-@|\\t\\r\\n]'
        AND NOT CAST(`born` AS STRING) RLIKE '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `c1`
FROM (
  SELECT
    CAST(`c0` AS STRING) AS `town`,
    `c1` AS `born`
  FROM (
    SELECT
      `c0`,
      `c1`,
      EXPLODE(SEQUENCE(1, CAST(SUM(`private_count`) AS BIGINT))) AS `copy`
    FROM (
      SELECT
        `tuples`.`q0` AS `c0`,
        CASE
          WHEN CAST(`tuples`.`q1` AS STRING) RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
          THEN SUBSTRING(CAST(`tuples`.`q1` AS STRING), 1, 7)
        END AS `c1`,
        `private_count`
      FROM `tuples`
      WHERE
        `private_count` > 0
    ) AS `labelled`
    GROUP BY
      `c0`,
      `c1`
  ) AS `copies`
  ORDER BY
    1 NULLS LAST,
    2 NULLS LAST
) AS `released_rows`;
