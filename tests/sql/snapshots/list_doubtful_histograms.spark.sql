-- node (1, 0)
/* Which histograms of a sensitive column do doubles not decide at this node? */
/* Reads the sensitive set once. */
/* One row: the rows of each value of a class as a text, most first, and the classes of this histogram. */
SELECT
  `histogram`,
  COUNT(*) AS `class_count`
FROM (
  SELECT
    LISTAGG(CAST(`value_count` AS STRING), ',') WITHIN GROUP (ORDER BY
      `value_count` DESC) AS `histogram`
  FROM (
    SELECT
      `q0_level_1`,
      `q1_level_0`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sensitive_set_0`
    GROUP BY
      `q0_level_1`,
      `q1_level_0`,
      `position`
  ) AS `counted`
  GROUP BY
    `q0_level_1`,
    `q1_level_0`
  HAVING
    ABS(
      (
        SUM(CAST(`value_count` AS DOUBLE)) * (
          LN(SUM(CAST(`value_count` AS DOUBLE))) - 1.6094379124341003
        ) - SUM(CAST(`value_count` AS DOUBLE) * LN(CAST(`value_count` AS DOUBLE)))
      )
    ) <= (
      0.000000001 * SUM(CAST(`value_count` AS DOUBLE)) * (
        LN(SUM(CAST(`value_count` AS DOUBLE))) + 2.6094379124341005
      )
    )
) AS `doubtful`
GROUP BY
  `histogram`;

-- node (2, 1)
/* Which histograms of a sensitive column do doubles not decide at this node? */
/* Reads the sensitive set once. */
/* One row: the rows of each value of a class as a text, most first, and the classes of this histogram. */
SELECT
  `histogram`,
  COUNT(*) AS `class_count`
FROM (
  SELECT
    LISTAGG(CAST(`value_count` AS STRING), ',') WITHIN GROUP (ORDER BY
      `value_count` DESC) AS `histogram`
  FROM (
    SELECT
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sensitive_set_0`
    GROUP BY
      `position`
  ) AS `counted`
  HAVING
    ABS(
      (
        SUM(CAST(`value_count` AS DOUBLE)) * (
          LN(SUM(CAST(`value_count` AS DOUBLE))) - 1.6094379124341003
        ) - SUM(CAST(`value_count` AS DOUBLE) * LN(CAST(`value_count` AS DOUBLE)))
      )
    ) <= (
      0.000000001 * SUM(CAST(`value_count` AS DOUBLE)) * (
        LN(SUM(CAST(`value_count` AS DOUBLE))) + 2.6094379124341005
      )
    )
) AS `doubtful`
GROUP BY
  `histogram`;
