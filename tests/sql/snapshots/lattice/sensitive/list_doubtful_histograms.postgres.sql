-- node (1, 0)
/* Which classes of T do doubles not decide, and what are their histograms? */
/* Reads rows of T with the codes of their classes and of their values once. */
/* One row: a class with the rows of each of its sensitive values as a text, most first. */
SELECT
  "q0_level_1",
  "q1_level_0",
  STRING_AGG(CAST("value_count" AS TEXT), ','
  ORDER BY
    "value_count" DESC NULLS LAST) AS "histogram"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("row_count") AS BIGINT) AS "value_count"
  FROM "sensitive_set_0"
  GROUP BY
    "q0_level_1",
    "q1_level_0",
    "position"
) AS "counted"
GROUP BY
  "q0_level_1",
  "q1_level_0"
HAVING
  ABS(
    (
      (
        SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
          LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 1.6094379124341003
        )
      ) - SUM(
        CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
      )
    )
  ) <= (
    0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
      LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 2.6094379124341005
    )
  );

-- node (2, 1)
/* Which classes of T do doubles not decide, and what are their histograms? */
/* Reads rows of T with the codes of their classes and of their values once. */
/* One row: a class with the rows of each of its sensitive values as a text, most first. */
SELECT
  STRING_AGG(CAST("value_count" AS TEXT), ','
  ORDER BY
    "value_count" DESC NULLS LAST) AS "histogram"
FROM (
  SELECT
    CAST(SUM("row_count") AS BIGINT) AS "value_count"
  FROM "sensitive_set_0"
  GROUP BY
    "position"
) AS "counted"
HAVING
  ABS(
    (
      (
        SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
          LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) - 1.6094379124341003
        )
      ) - SUM(
        CAST("value_count" AS DOUBLE PRECISION) * LN(CAST("value_count" AS DOUBLE PRECISION))
      )
    )
  ) <= (
    0.000000001 * SUM(CAST("value_count" AS DOUBLE PRECISION)) * (
      LN(SUM(CAST("value_count" AS DOUBLE PRECISION))) + 2.6094379124341005
    )
  );
