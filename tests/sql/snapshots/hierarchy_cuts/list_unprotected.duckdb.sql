-- parts along the hierarchies, a rest kept and a column protected
/* Which sides of cuts violate a model of a sensitive column? */
/* Reads judged sides. */
/* One row: a side by what distinguishes it. */
SELECT
  "part",
  "axis",
  "code"
FROM (
  SELECT
    "part",
    "axis",
    "code",
    CASE
      WHEN (
        (
          SUM(CAST("value_count" AS DOUBLE)) * (
            LN(SUM(CAST("value_count" AS DOUBLE))) - 0.0
          )
        ) - SUM(CAST("value_count" AS DOUBLE) * LN(CAST("value_count" AS DOUBLE)))
      ) < -(
        0.000000001 * SUM(CAST("value_count" AS DOUBLE)) * (
          LN(SUM(CAST("value_count" AS DOUBLE))) + 1.0
        )
      )
      THEN 1
      ELSE 0
    END AS "violates",
    CASE
      WHEN ABS(
        (
          (
            SUM(CAST("value_count" AS DOUBLE)) * (
              LN(SUM(CAST("value_count" AS DOUBLE))) - 0.0
            )
          ) - SUM(CAST("value_count" AS DOUBLE) * LN(CAST("value_count" AS DOUBLE)))
        )
      ) <= (
        0.000000001 * SUM(CAST("value_count" AS DOUBLE)) * (
          LN(SUM(CAST("value_count" AS DOUBLE))) + 1.0
        )
      )
      THEN 1
      ELSE 0
    END AS "is_doubtful"
  FROM (
    SELECT
      "part",
      "axis",
      "code",
      "value_count"
    FROM (
      SELECT
        "part",
        "axis",
        "code",
        MAX("rows_0") AS "table_count",
        CAST(SUM("row_count") AS BIGINT) AS "value_count"
      FROM "child_values_0"
      GROUP BY
        "part",
        "axis",
        "code",
        "position"
    ) AS "counted"
  ) AS "histograms"
  GROUP BY
    "part",
    "axis",
    "code"
) AS "judged"
WHERE
  "violates" = 1;
