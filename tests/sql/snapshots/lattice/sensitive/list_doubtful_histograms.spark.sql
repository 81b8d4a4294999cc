-- node (1, 0)
/* Which classes of T do doubles not decide, and what are their histograms? */
/* Reads rows of T with the codes of their classes and of their values once. */
/* One row: a class with the rows of each of its sensitive values as a text, most first. */
SELECT
  `q0_level_1`,
  `q1_level_0`,
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
      (
        SUM(CAST(`value_count` AS DOUBLE)) * (
          LN(SUM(CAST(`value_count` AS DOUBLE))) - 1.6094379124341003
        )
      ) - SUM(CAST(`value_count` AS DOUBLE) * LN(CAST(`value_count` AS DOUBLE)))
    )
  ) <= (
    0.000000001 * SUM(CAST(`value_count` AS DOUBLE)) * (
      LN(SUM(CAST(`value_count` AS DOUBLE))) + 2.6094379124341005
    )
  );

-- node (2, 1)
/* Which classes of T do doubles not decide, and what are their histograms? */
/* Reads rows of T with the codes of their classes and of their values once. */
/* One row: a class with the rows of each of its sensitive values as a text, most first. */
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
      (
        SUM(CAST(`value_count` AS DOUBLE)) * (
          LN(SUM(CAST(`value_count` AS DOUBLE))) - 1.6094379124341003
        )
      ) - SUM(CAST(`value_count` AS DOUBLE) * LN(CAST(`value_count` AS DOUBLE)))
    )
  ) <= (
    0.000000001 * SUM(CAST(`value_count` AS DOUBLE)) * (
      LN(SUM(CAST(`value_count` AS DOUBLE))) + 2.6094379124341005
    )
  );
