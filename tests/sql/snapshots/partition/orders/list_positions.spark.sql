-- date, order frequency, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`position` AS DECIMAL(38, 0)) - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`position` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY `public_count` DESC, CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, `value` NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;

-- float, order not asked for, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `leaf` IS NULL
    THEN CAST(-6983776800 AS BIGINT)
    WHEN `width` > 0
    THEN COALESCE(TRY_CAST(FLOOR((
      `past` / `width`
    ) * 6983776800) AS BIGINT), 0)
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`leaf` AS DOUBLE) - MIN(CAST(`leaf` AS DOUBLE)) OVER () AS `past`,
    MAX(CAST(`leaf` AS DOUBLE)) OVER () - MIN(CAST(`leaf` AS DOUBLE)) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, CAST(`leaf` AS DOUBLE) NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;

-- integer, order not asked for, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `leaf` IS NULL
    THEN CAST(-6983776800 AS BIGINT)
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`value` AS DECIMAL(38, 0)) - MIN(CAST(`value` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`value` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`value` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, `value` NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;

-- text, order ('y', 'x'), labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`position` AS DECIMAL(38, 0)) - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`position` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      `place` AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `place` IS NULL AND `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, `place` NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
    LEFT JOIN `places_1`
      ON `leaves_1`.`leaf` IS NOT DISTINCT FROM `places_1`.`listed`
  ) AS `ordered`
) AS `measured`;

-- text, order alpha, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`position` AS DECIMAL(38, 0)) - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`position` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;

-- text, order hierarchy, rule
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`position` AS DECIMAL(38, 0)) - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`position` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, TRY_CAST(`leaf` AS DECIMAL(38, 12)) NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;

-- text, order not asked for, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    CAST(`position` AS DECIMAL(38, 0)) - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `past`,
    MAX(CAST(`position` AS DECIMAL(38, 0))) OVER () - MIN(CAST(`position` AS DECIMAL(38, 0))) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      `place` AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `place` IS NULL AND `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, `place` NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
    LEFT JOIN `places_1`
      ON `leaves_1`.`leaf` IS NOT DISTINCT FROM `places_1`.`listed`
  ) AS `ordered`
) AS `measured`;

-- text, order number, labels
/* Which values has a quasi-identifier, in which order, and where do they lie? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, how many values come before it, and its coordinate. */
SELECT
  `value`,
  `leaf`,
  `place`,
  `position`,
  CASE
    WHEN `leaf` IS NULL
    THEN CAST(-6983776800 AS BIGINT)
    WHEN `width` > 0
    THEN COALESCE(
      (
        (
          TRY_CAST((
            (
              (
                `past`
              ) * 83980
            ) - (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            )
          ) / `width` AS BIGINT)
        ) * 83160
      ) + TRY_CAST((
        (
          (
            (
              (
                `past`
              ) * 83980
            ) % `width`
          ) * 83160
        ) - (
          (
            (
              (
                (
                  `past`
                ) * 83980
              ) % `width`
            ) * 83160
          ) % `width`
        )
      ) / `width` AS BIGINT),
      0
    )
    ELSE CAST(0 AS BIGINT)
  END AS `coordinate`
FROM (
  SELECT
    `value`,
    `leaf`,
    `place`,
    `position`,
    COALESCE(
      TRY_CAST(`leaf` AS DECIMAL(38, 12)),
      CAST(CAST(DATEDIFF(MICROSECOND, CAST('1970-01-01' AS TIMESTAMP_NTZ), TRY_CAST(`leaf` AS TIMESTAMP_NTZ)) AS DECIMAL(38, 0)) AS DECIMAL(38, 12))
    ) - MIN(
      COALESCE(
        TRY_CAST(`leaf` AS DECIMAL(38, 12)),
        CAST(CAST(DATEDIFF(MICROSECOND, CAST('1970-01-01' AS TIMESTAMP_NTZ), TRY_CAST(`leaf` AS TIMESTAMP_NTZ)) AS DECIMAL(38, 0)) AS DECIMAL(38, 12))
      )
    ) OVER () AS `past`,
    MAX(
      COALESCE(
        TRY_CAST(`leaf` AS DECIMAL(38, 12)),
        CAST(CAST(DATEDIFF(MICROSECOND, CAST('1970-01-01' AS TIMESTAMP_NTZ), TRY_CAST(`leaf` AS TIMESTAMP_NTZ)) AS DECIMAL(38, 0)) AS DECIMAL(38, 12))
      )
    ) OVER () - MIN(
      COALESCE(
        TRY_CAST(`leaf` AS DECIMAL(38, 12)),
        CAST(CAST(DATEDIFF(MICROSECOND, CAST('1970-01-01' AS TIMESTAMP_NTZ), TRY_CAST(`leaf` AS TIMESTAMP_NTZ)) AS DECIMAL(38, 0)) AS DECIMAL(38, 12))
      )
    ) OVER () AS `width`
  FROM (
    SELECT
      `value`,
      `leaf`,
      NULL AS `place`,
      CAST(ROW_NUMBER() OVER (
        ORDER BY CASE WHEN `leaf` IS NULL THEN 0 ELSE 1 END NULLS LAST, TRY_CAST(`leaf` AS DECIMAL(38, 12)) NULLS LAST, `leaf` NULLS LAST
      ) - 1 AS INT) AS `position`
    FROM `leaves_1`
  ) AS `ordered`
) AS `measured`;
