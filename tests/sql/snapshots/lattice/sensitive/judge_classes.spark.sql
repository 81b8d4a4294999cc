-- distinct 3
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE WHEN COUNT(*) < 3 THEN 1 ELSE 0 END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- entropy 5
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      (
        SUM(CAST(`value_count` AS DOUBLE)) * (
          LN(SUM(CAST(`value_count` AS DOUBLE))) - 1.6094379124341003
        )
      ) - SUM(CAST(`value_count` AS DOUBLE) * LN(CAST(`value_count` AS DOUBLE)))
    ) < -(
      0.000000001 * SUM(CAST(`value_count` AS DOUBLE)) * (
        LN(SUM(CAST(`value_count` AS DOUBLE))) + 2.6094379124341005
      )
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE
    WHEN ABS(
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
    )
    THEN 1
    ELSE 0
  END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- equal distance
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      CAST(SUM(
        CASE
          WHEN 0 IS NULL
          OR (
            (
              CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
            ) - (
              CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
            )
          ) IS NULL
          THEN NULL
          ELSE GREATEST(
            0,
            (
              (
                CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
              )
            )
          )
        END
      ) AS BIGINT) * CAST(5 AS BIGINT)
    ) > (
      CAST(MAX(`class_rows`) AS BIGINT) * CAST(100 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `table_count`,
    CAST(SUM(`value_count`) OVER (PARTITION BY `part`, `axis`, `private_below`, `side`) AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- equal distance, one class, wide arithmetic
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  CASE
    WHEN (
      CAST(SUM(
        CASE
          WHEN 0 IS NULL
          OR (
            (
              CAST(`value_count` AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
            ) - (
              CAST(`table_count` AS DECIMAL(19, 0)) * CAST(`class_rows` AS DECIMAL(19, 0))
            )
          ) IS NULL
          THEN NULL
          ELSE GREATEST(
            0,
            (
              (
                CAST(`value_count` AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
              ) - (
                CAST(`table_count` AS DECIMAL(19, 0)) * CAST(`class_rows` AS DECIMAL(19, 0))
              )
            )
          )
        END
      ) AS DECIMAL(25, 0)) * CAST(5 AS DECIMAL(1, 0))
    ) > (
      CAST(MAX(`class_rows`) AS DECIMAL(19, 0)) * CAST(1099511627776 AS DECIMAL(19, 0))
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `table_count`,
    CAST(SUM(`value_count`) OVER () AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sensitive_set_0`
    GROUP BY
      `position`
  ) AS `counted`
) AS `histograms`;

-- hierarchical distance
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      CAST(SUM(
        CASE
          WHEN 0 IS NULL
          OR (
            (
              CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
            ) - (
              CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
            )
          ) IS NULL
          THEN NULL
          ELSE GREATEST(
            0,
            (
              (
                CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
              )
            )
          )
        END
      ) AS BIGINT) * CAST(5 AS BIGINT)
    ) > (
      CAST(MAX(`class_rows`) AS BIGINT) * CAST(200 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `table_count`,
    CAST(SUM(`value_count`) OVER (PARTITION BY `part`, `axis`, `private_below`, `side`) AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
  UNION ALL
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `table_count`,
    CAST(SUM(`value_count`) OVER (PARTITION BY `part`, `axis`, `private_below`, `side`) AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_1`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `value_1`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- hierarchical distance, many values
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      CAST(SUM(
        CASE
          WHEN 0 IS NULL
          OR (
            (
              CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
            ) - (
              CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
            )
          ) IS NULL
          THEN NULL
          ELSE GREATEST(
            0,
            (
              (
                CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
              ) - (
                CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
              )
            )
          )
        END
      ) AS BIGINT) * CAST(5 AS BIGINT)
    ) > (
      CAST(MAX(`class_rows`) AS BIGINT) * CAST(200 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `table_count`,
    CAST(SUM(`value_count`) OVER (PARTITION BY `part`, `axis`, `private_below`, `side`) AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
  UNION ALL
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    `table_count`,
    CAST(SUM(`value_count`) OVER (PARTITION BY `part`, `axis`, `private_below`, `side`) AS BIGINT) AS `class_rows`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_1`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `value_1`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- recursive (3/2, 4)
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN CAST(MAX(`value_count`) AS BIGINT) * CAST(2 AS BIGINT) >= CAST(SUM(CASE WHEN `place` >= 4 THEN `value_count` ELSE 0 END) AS BIGINT) * CAST(3 AS BIGINT)
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    ROW_NUMBER() OVER (PARTITION BY `part`, `axis`, `private_below`, `side` ORDER BY `value_count` DESC) AS `place`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- recursive (4, 2), not strict
/* Do the sensitive values of every class of T satisfy a model? */
/* Reads rows of T with the codes of their classes and of their values, once per level of the values. */
/* One row: a class with 1 if it violates the model, and 1 if doubles do not decide. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN CAST(MAX(`value_count`) AS BIGINT) * CAST(1 AS BIGINT) > CAST(SUM(CASE WHEN `place` >= 2 THEN `value_count` ELSE 0 END) AS BIGINT) * CAST(4 AS BIGINT)
    THEN 1
    ELSE 0
  END AS `violates`,
  CASE WHEN FALSE THEN 1 ELSE 0 END AS `is_doubtful`
FROM (
  SELECT
    `part`,
    `axis`,
    `private_below`,
    `side`,
    ROW_NUMBER() OVER (PARTITION BY `part`, `axis`, `private_below`, `side` ORDER BY `value_count` DESC) AS `place`,
    `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      MAX(`rows_0`) AS `table_count`,
      CAST(SUM(`row_count`) AS BIGINT) AS `value_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;
