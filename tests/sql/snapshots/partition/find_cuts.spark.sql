-- any, first, rows of P
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY `public_below` NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        MIN(`position`) OVER `whole` AS `low`,
        MAX(`position`) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `public_count` > 0
    AND `position` < `high`
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

-- best, distinct, rows of P
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY `values_in_part` DESC, `axis` NULLS LAST, ABS(`values_below` - `values_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`,
      `values_in_part` - `values_below` AS `values_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        CAST(COUNT(*) OVER `below` AS BIGINT) AS `values_below`,
        CAST(COUNT(*) OVER `whole` AS BIGINT) AS `values_in_part`,
        MIN(`position`) OVER `whole` AS `low`,
        MAX(`position`) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `public_count` > 0
    AND `position` < `high`
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

-- next, cardinality, rows of P
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY (
        (
          `axis` - `last_axis` - 1
        ) + 2
      ) % 2 NULLS LAST, ABS(`public_below` - `public_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        MIN(`position`) OVER `whole` AS `low`,
        MAX(`position`) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `public_count` > 0
    AND `position` < `high`
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

-- priority, distinct, rows of T
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 0 THEN 0 WHEN 1 THEN 1 END NULLS LAST, ABS(`values_below` - `values_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`,
      `values_in_part` - `values_below` AS `values_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `below` AS BIGINT) AS `values_below`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `whole` AS BIGINT) AS `values_in_part`,
        MIN(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `low`,
        MAX(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `private_count` > 0
    AND `position` < `high`
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

-- priority, distinct, rows of T, first columns, 5-anonymity
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY ABS(`values_below` - `values_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `values_in_part` - `values_below` AS `values_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `below` AS BIGINT) AS `values_below`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `whole` AS BIGINT) AS `values_in_part`,
        MIN(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `low`,
        MAX(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        JOIN `first_axes`
          ON `spots`.`part` = `first_axes`.`part`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `private_count` > 0
    AND `position` < `high`
    AND NOT (
      `private_below` BETWEEN 1 AND 4
    )
    AND NOT (
      `private_rest` BETWEEN 1 AND 4
    )
) AS `admissible`
WHERE
  `choice` = 1;

-- priority, distinct, rows of T, more columns, 5-anonymity
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  (
    SELECT
      COUNT(*)
    FROM `cuts`
  ) + ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 0 THEN 0 WHEN 1 THEN 1 END NULLS LAST, ABS(`values_below` - `values_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `values_in_part` - `values_below` AS `values_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `below` AS BIGINT) AS `values_below`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `whole` AS BIGINT) AS `values_in_part`,
        MIN(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `low`,
        MAX(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        WHERE
          NOT `spots`.`part` IN (
            SELECT
              `part`
            FROM `cuts`
          )
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `private_count` > 0
    AND `position` < `high`
    AND NOT (
      `private_below` BETWEEN 1 AND 4
    )
    AND NOT (
      `private_rest` BETWEEN 1 AND 4
    )
) AS `admissible`
WHERE
  `choice` = 1;

-- priority, distinct, rows of T, more columns, some cuts are refused
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  (
    SELECT
      COUNT(*)
    FROM `cuts`
  ) + ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 0 THEN 0 WHEN 1 THEN 1 END NULLS LAST, ABS(`values_below` - `values_rest`) NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`,
      `values_in_part` - `values_below` AS `values_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `below` AS BIGINT) AS `values_below`,
        CAST(COUNT(CASE WHEN `private_count` > 0 THEN 1 END) OVER `whole` AS BIGINT) AS `values_in_part`,
        MIN(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `low`,
        MAX(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        WHERE
          NOT `spots`.`part` IN (
            SELECT
              `part`
            FROM `cuts`
          )
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `private_count` > 0
    AND `position` < `high`
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

-- priority, first, rows of P
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY CASE `axis` WHEN 1 THEN 0 WHEN 0 THEN 1 END NULLS LAST, `public_below` NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        MIN(`position`) OVER `whole` AS `low`,
        MAX(`position`) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  WHERE
    `public_count` > 0
    AND `position` < `high`
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

-- widest, median, rows of T
/* Where is each open part of P cut next, by which quasi-identifier and below which position? */
/* Reads the open spots, the coordinates of values if the widest range decides, the quasi-identifiers that are tried first if no others are, the cuts if some parts have one, and those that are refused. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no such cut. */
SELECT
  `part`,
  `axis`,
  `position` + 1 AS `position`,
  ROW_NUMBER() OVER (ORDER BY `part` NULLS LAST) - 1 AS `cut`,
  CASE WHEN `private_below` > 0 THEN 1 ELSE 0 END AS `below_is_open`,
  CASE WHEN `private_rest` > 0 THEN 1 ELSE 0 END AS `rest_is_open`
FROM (
  SELECT
    `part`,
    `axis`,
    `position`,
    `private_below`,
    `private_rest`,
    ROW_NUMBER() OVER (
      PARTITION BY `part`
      ORDER BY LEAST(`highs`.`coordinate` - `lows`.`coordinate`, 6983776800) DESC, `axis` NULLS LAST, `private_below` NULLS LAST, `axis` NULLS LAST, `position` NULLS LAST
    ) AS `choice`
  FROM (
    SELECT
      *,
      `private_in_part` - `private_below` AS `private_rest`,
      `public_in_part` - `public_below` AS `public_rest`
    FROM (
      SELECT
        `part`,
        `last_axis`,
        `axis`,
        `position`,
        `public_count`,
        `private_count`,
        CAST(SUM(`private_count`) OVER `below` AS BIGINT) AS `private_below`,
        CAST(SUM(`private_count`) OVER `whole` AS BIGINT) AS `private_in_part`,
        CAST(SUM(`public_count`) OVER `below` AS BIGINT) AS `public_below`,
        CAST(SUM(`public_count`) OVER `whole` AS BIGINT) AS `public_in_part`,
        MIN(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `low`,
        MAX(CASE WHEN `private_count` > 0 THEN `position` END) OVER `whole` AS `high`
      FROM (
        SELECT
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END AS `position`,
          CAST(SUM(`public_count`) AS BIGINT) AS `public_count`,
          CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
        FROM `spots_0` AS `spots`
        CROSS JOIN (
          SELECT
            0 AS `axis`
          UNION ALL
          SELECT
            1 AS `axis`
        ) AS `axes`
        GROUP BY
          `spots`.`part`,
          `last_axis`,
          `axis`,
          CASE `axis` WHEN 0 THEN `x0` WHEN 1 THEN `x1` END
      ) AS `histogram`
      WINDOW `below` AS (
        PARTITION BY `part`, `axis`
        ORDER BY `position` NULLS LAST
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ), `whole` AS (PARTITION BY `part`, `axis`)
    ) AS `running`
  ) AS `sides`
  JOIN `coordinates` AS `lows`
    ON `axis` = `lows`.`of_axis` AND `low` = `lows`.`at_position`
  JOIN `coordinates` AS `highs`
    ON `axis` = `highs`.`of_axis` AND `high` = `highs`.`at_position`
  WHERE
    (
      `private_below` * 2
    ) >= `private_in_part`
    AND (
      (
        `private_below` - `private_count`
      ) * 2
    ) < `private_in_part`
    AND `position` < `high`
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
