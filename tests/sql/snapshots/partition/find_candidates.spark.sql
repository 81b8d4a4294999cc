-- no model
/* After which position of each quasi-identifier does a cut leave an open part the least expected loss, its box shrunk along that one alone? */
/* Reads the open spots, the coordinates of values, and the cuts that are refused. */
/* One row: a part and a quasi-identifier with the position below which it is cut; none if no cut is admissible. */
SELECT
  `part`,
  `last_axis`,
  `axis`,
  `position` + 1 AS `position`,
  `values_in_part`
FROM (
  SELECT
    `part`,
    `last_axis`,
    `axis`,
    `position`,
    `values_in_part`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`, `axis`
      ORDER BY CASE
        WHEN CAST(`private_below` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_below` AS DOUBLE) * CAST(`width_below` AS DOUBLE)
      END + CASE
        WHEN CAST(`private_rest` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_rest` AS DOUBLE) * CAST(`width_rest` AS DOUBLE)
      END NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `public_in_part` - `public_below` AS `public_rest`,
      `private_in_part` - `private_below` AS `private_rest`,
      `width_elsewhere` + LEAST(`coordinate` - `low`, 6983776800) AS `width_below`,
      `width_elsewhere` + LEAST(`high` - `next_coordinate`, 6983776800) AS `width_rest`
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN `next_coordinate` IS NULL
            THEN LEAST(`high` - `low`, 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY `part`) - LEAST(`high` - `low`, 6983776800) AS BIGINT) AS `width_elsewhere`
      FROM (
        SELECT
          `part`,
          `last_axis`,
          `axis`,
          `position`,
          `coordinate`,
          LEAD(`coordinate`) OVER `along` AS `next_coordinate`,
          MIN(`coordinate`) OVER `whole` AS `low`,
          MAX(`coordinate`) OVER `whole` AS `high`,
          CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
          CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
          CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
          CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
          COUNT(*) OVER `whole` AS `values_in_part`
        FROM (
          SELECT
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
            CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
            CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
          FROM `spots_0`
          CROSS JOIN (
            SELECT
              0 AS `axis`
            UNION ALL
            SELECT
              1 AS `axis`
          ) AS `axes`
          GROUP BY
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
        ) AS `histogram`
        JOIN `coordinates`
          ON `axis` = `of_axis` AND `position` = `at_position`
        WINDOW `along` AS (PARTITION BY `part`, `axis` ORDER BY `position` NULLS LAST), `below` AS (
          PARTITION BY `part`, `axis`
          ORDER BY `position` NULLS LAST
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), `whole` AS (PARTITION BY `part`, `axis`)
      ) AS `running`
    ) AS `widths`
  ) AS `sides`
  WHERE
    NOT `next_coordinate` IS NULL AND NOT (
      FALSE
    ) AND NOT (
      FALSE
    )
) AS `admissible`
WHERE
  `choice` = 1;

-- presence
/* After which position of each quasi-identifier does a cut leave an open part the least expected loss, its box shrunk along that one alone? */
/* Reads the open spots, the coordinates of values, and the cuts that are refused. */
/* One row: a part and a quasi-identifier with the position below which it is cut; none if no cut is admissible. */
SELECT
  `part`,
  `last_axis`,
  `axis`,
  `position` + 1 AS `position`,
  `values_in_part`
FROM (
  SELECT
    `part`,
    `last_axis`,
    `axis`,
    `position`,
    `values_in_part`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`, `axis`
      ORDER BY CASE
        WHEN CAST(`private_below` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_below` AS DOUBLE) * CAST(`width_below` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * LEAST(
                  (
                    (
                      CAST(`public_below` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_below` AS DOUBLE)
                  ),
                  CAST(`private_below` AS DOUBLE) - (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) * LEAST(
                  (
                    (
                      CAST(`public_below` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_below` AS DOUBLE)
                  ),
                  CAST(`private_below` AS DOUBLE) - (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) / CAST(`private_below` AS DOUBLE)
              )
            )
          )
        )
      END + CASE
        WHEN CAST(`private_rest` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_rest` AS DOUBLE) * CAST(`width_rest` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * LEAST(
                  (
                    (
                      CAST(`public_rest` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_rest` AS DOUBLE)
                  ),
                  CAST(`private_rest` AS DOUBLE) - (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) * LEAST(
                  (
                    (
                      CAST(`public_rest` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_rest` AS DOUBLE)
                  ),
                  CAST(`private_rest` AS DOUBLE) - (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) / CAST(`private_rest` AS DOUBLE)
              )
            )
          )
        )
      END NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `public_in_part` - `public_below` AS `public_rest`,
      `private_in_part` - `private_below` AS `private_rest`,
      `width_elsewhere` + LEAST(`coordinate` - `low`, 6983776800) AS `width_below`,
      `width_elsewhere` + LEAST(`high` - `next_coordinate`, 6983776800) AS `width_rest`
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN `next_coordinate` IS NULL
            THEN LEAST(`high` - `low`, 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY `part`) - LEAST(`high` - `low`, 6983776800) AS BIGINT) AS `width_elsewhere`
      FROM (
        SELECT
          `part`,
          `last_axis`,
          `axis`,
          `position`,
          `coordinate`,
          LEAD(`coordinate`) OVER `along` AS `next_coordinate`,
          MIN(`coordinate`) OVER `whole` AS `low`,
          MAX(`coordinate`) OVER `whole` AS `high`,
          CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
          CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
          CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
          CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
          COUNT(*) OVER `whole` AS `values_in_part`
        FROM (
          SELECT
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
            CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
            CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
          FROM `spots_0`
          CROSS JOIN (
            SELECT
              0 AS `axis`
            UNION ALL
            SELECT
              1 AS `axis`
          ) AS `axes`
          GROUP BY
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
        ) AS `histogram`
        JOIN `coordinates`
          ON `axis` = `of_axis` AND `position` = `at_position`
        WINDOW `along` AS (PARTITION BY `part`, `axis` ORDER BY `position` NULLS LAST), `below` AS (
          PARTITION BY `part`, `axis`
          ORDER BY `position` NULLS LAST
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), `whole` AS (PARTITION BY `part`, `axis`)
      ) AS `running`
    ) AS `widths`
  ) AS `sides`
  WHERE
    NOT `next_coordinate` IS NULL
    AND NOT (
      `private_below` = 0
      OR (
        (
          CAST(`private_below` AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST(`public_below` AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST(`private_below` AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST(`public_below` AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    )
    AND NOT (
      `private_rest` = 0
      OR (
        (
          CAST(`private_rest` AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST(`public_rest` AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST(`private_rest` AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST(`public_rest` AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    )
) AS `admissible`
WHERE
  `choice` = 1;

-- presence at most 1/20, 5-anonymity
/* After which position of each quasi-identifier does a cut leave an open part the least expected loss, its box shrunk along that one alone? */
/* Reads the open spots, the coordinates of values, and the cuts that are refused. */
/* One row: a part and a quasi-identifier with the position below which it is cut; none if no cut is admissible. */
SELECT
  `part`,
  `last_axis`,
  `axis`,
  `position` + 1 AS `position`,
  `values_in_part`
FROM (
  SELECT
    `part`,
    `last_axis`,
    `axis`,
    `position`,
    `values_in_part`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`, `axis`
      ORDER BY CASE
        WHEN CAST(`private_below` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_below` AS DOUBLE) * CAST(`width_below` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * (
                  (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE)
                  ) - CAST(`private_below` AS DOUBLE)
                ) * (
                  (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE)
                  ) - CAST(`private_below` AS DOUBLE)
                ) / CAST(`private_below` AS DOUBLE)
              )
            )
          )
        )
      END + CASE
        WHEN CAST(`private_rest` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_rest` AS DOUBLE) * CAST(`width_rest` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * (
                  (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE)
                  ) - CAST(`private_rest` AS DOUBLE)
                ) * (
                  (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE)
                  ) - CAST(`private_rest` AS DOUBLE)
                ) / CAST(`private_rest` AS DOUBLE)
              )
            )
          )
        )
      END NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `public_in_part` - `public_below` AS `public_rest`,
      `private_in_part` - `private_below` AS `private_rest`,
      `width_elsewhere` + LEAST(`coordinate` - `low`, 6983776800) AS `width_below`,
      `width_elsewhere` + LEAST(`high` - `next_coordinate`, 6983776800) AS `width_rest`
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN `next_coordinate` IS NULL
            THEN LEAST(`high` - `low`, 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY `part`) - LEAST(`high` - `low`, 6983776800) AS BIGINT) AS `width_elsewhere`
      FROM (
        SELECT
          `part`,
          `last_axis`,
          `axis`,
          `position`,
          `coordinate`,
          LEAD(`coordinate`) OVER `along` AS `next_coordinate`,
          MIN(`coordinate`) OVER `whole` AS `low`,
          MAX(`coordinate`) OVER `whole` AS `high`,
          CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
          CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
          CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
          CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
          COUNT(*) OVER `whole` AS `values_in_part`
        FROM (
          SELECT
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
            CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
            CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
          FROM `spots_0`
          CROSS JOIN (
            SELECT
              0 AS `axis`
            UNION ALL
            SELECT
              1 AS `axis`
          ) AS `axes`
          GROUP BY
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
        ) AS `histogram`
        JOIN `coordinates`
          ON `axis` = `of_axis` AND `position` = `at_position`
        WINDOW `along` AS (PARTITION BY `part`, `axis` ORDER BY `position` NULLS LAST), `below` AS (
          PARTITION BY `part`, `axis`
          ORDER BY `position` NULLS LAST
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), `whole` AS (PARTITION BY `part`, `axis`)
      ) AS `running`
    ) AS `widths`
  ) AS `sides`
  WHERE
    NOT `next_coordinate` IS NULL
    AND NOT (
      (
        CAST(`private_below` AS BIGINT) * CAST(20 AS BIGINT)
      ) > (
        CAST(`public_below` AS BIGINT) * CAST(1 AS BIGINT)
      )
      OR `private_below` BETWEEN 1 AND 4
    )
    AND NOT (
      (
        CAST(`private_rest` AS BIGINT) * CAST(20 AS BIGINT)
      ) > (
        CAST(`public_rest` AS BIGINT) * CAST(1 AS BIGINT)
      )
      OR `private_rest` BETWEEN 1 AND 4
    )
) AS `admissible`
WHERE
  `choice` = 1;

-- presence, some cuts are refused
/* After which position of each quasi-identifier does a cut leave an open part the least expected loss, its box shrunk along that one alone? */
/* Reads the open spots, the coordinates of values, and the cuts that are refused. */
/* One row: a part and a quasi-identifier with the position below which it is cut; none if no cut is admissible. */
SELECT
  `part`,
  `last_axis`,
  `axis`,
  `position` + 1 AS `position`,
  `values_in_part`
FROM (
  SELECT
    `part`,
    `last_axis`,
    `axis`,
    `position`,
    `values_in_part`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`, `axis`
      ORDER BY CASE
        WHEN CAST(`private_below` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_below` AS DOUBLE) * CAST(`width_below` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * LEAST(
                  (
                    (
                      CAST(`public_below` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_below` AS DOUBLE)
                  ),
                  CAST(`private_below` AS DOUBLE) - (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) * LEAST(
                  (
                    (
                      CAST(`public_below` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_below` AS DOUBLE)
                  ),
                  CAST(`private_below` AS DOUBLE) - (
                    CAST(`public_below` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) / CAST(`private_below` AS DOUBLE)
              )
            )
          )
        )
      END + CASE
        WHEN CAST(`private_rest` AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST(`private_rest` AS DOUBLE) * CAST(`width_rest` AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + (
                CAST(32 AS DOUBLE) * LEAST(
                  (
                    (
                      CAST(`public_rest` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_rest` AS DOUBLE)
                  ),
                  CAST(`private_rest` AS DOUBLE) - (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) * LEAST(
                  (
                    (
                      CAST(`public_rest` AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE)
                    ) - CAST(`private_rest` AS DOUBLE)
                  ),
                  CAST(`private_rest` AS DOUBLE) - (
                    CAST(`public_rest` AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                  )
                ) / CAST(`private_rest` AS DOUBLE)
              )
            )
          )
        )
      END NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `public_in_part` - `public_below` AS `public_rest`,
      `private_in_part` - `private_below` AS `private_rest`,
      `width_elsewhere` + LEAST(`coordinate` - `low`, 6983776800) AS `width_below`,
      `width_elsewhere` + LEAST(`high` - `next_coordinate`, 6983776800) AS `width_rest`
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN `next_coordinate` IS NULL
            THEN LEAST(`high` - `low`, 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY `part`) - LEAST(`high` - `low`, 6983776800) AS BIGINT) AS `width_elsewhere`
      FROM (
        SELECT
          `part`,
          `last_axis`,
          `axis`,
          `position`,
          `coordinate`,
          LEAD(`coordinate`) OVER `along` AS `next_coordinate`,
          MIN(`coordinate`) OVER `whole` AS `low`,
          MAX(`coordinate`) OVER `whole` AS `high`,
          CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
          CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
          CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
          CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
          COUNT(*) OVER `whole` AS `values_in_part`
        FROM (
          SELECT
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
            CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
            CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
          FROM `spots_0`
          CROSS JOIN (
            SELECT
              0 AS `axis`
            UNION ALL
            SELECT
              1 AS `axis`
          ) AS `axes`
          GROUP BY
            `part`,
            `last_axis`,
            `axis`,
            CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
        ) AS `histogram`
        JOIN `coordinates`
          ON `axis` = `of_axis` AND `position` = `at_position`
        WINDOW `along` AS (PARTITION BY `part`, `axis` ORDER BY `position` NULLS LAST), `below` AS (
          PARTITION BY `part`, `axis`
          ORDER BY `position` NULLS LAST
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), `whole` AS (PARTITION BY `part`, `axis`)
      ) AS `running`
    ) AS `widths`
  ) AS `sides`
  WHERE
    NOT `next_coordinate` IS NULL
    AND NOT (
      `private_below` = 0
      OR (
        (
          CAST(`private_below` AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST(`public_below` AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST(`private_below` AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST(`public_below` AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    )
    AND NOT (
      `private_rest` = 0
      OR (
        (
          CAST(`private_rest` AS BIGINT) * CAST(3 AS BIGINT)
        ) > (
          CAST(`public_rest` AS BIGINT) * CAST(2 AS BIGINT)
        )
        OR (
          CAST(`private_rest` AS BIGINT) * CAST(2 AS BIGINT)
        ) < (
          CAST(`public_rest` AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
    )
    AND NOT EXISTS(
      SELECT
        1
      FROM `refused_cuts` AS `refused`
      WHERE
        `refused`.`part` = `sides`.`part`
        AND `refused`.`axis` = `sides`.`axis`
        AND `refused`.`private_below` = `sides`.`private_below`
    )
) AS `admissible`
WHERE
  `choice` = 1;
