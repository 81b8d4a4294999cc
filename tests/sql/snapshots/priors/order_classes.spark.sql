-- rates by another column
/* In which order are classes computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: a class by its place in the order, with its uncertain people and those of them in T, and a bound. */
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY `bound` DESC, `q0_level_0` NULLS LAST) - 1 AS BIGINT) AS `place`,
  `q0_level_0`,
  `uncertain`,
  `members`,
  `bound`
FROM (
  SELECT
    `q0_level_0`,
    `uncertain`,
    `private_count` - `certain` AS `members`,
    CASE
      WHEN `first_rate` = `last_rate`
      THEN CAST((
        `private_count` - `certain`
      ) AS DOUBLE) / CAST(`uncertain` AS DOUBLE)
      ELSE COALESCE(
        (
          CAST((
            `private_count` - `certain`
          ) AS DOUBLE) * CAST(`most` AS DOUBLE)
        ) / NULLIF(CAST(`least_sum` AS DOUBLE), 0),
        CAST(1 AS DOUBLE)
      )
    END AS `bound`
  FROM (
    SELECT
      `people`.`q0_level_0`,
      `people`.`impossible`,
      `people`.`certain`,
      `people`.`uncertain`,
      `people`.`least_sum`,
      `people`.`most_sum`,
      `people`.`least`,
      `people`.`most`,
      `people`.`first_rate`,
      `people`.`last_rate`,
      `members`.`private_count`
    FROM (
      SELECT
        `q0_level_0`,
        CAST(SUM(CASE WHEN FALSE THEN `public_count` ELSE 0 END) AS BIGINT) AS `impossible`,
        CAST(SUM(CASE WHEN FALSE THEN `public_count` ELSE 0 END) AS BIGINT) AS `certain`,
        CAST(SUM(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `public_count` ELSE 0 END) AS BIGINT) AS `uncertain`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`least` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `least_sum`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`most` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `most_sum`,
        MIN(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `least` END) AS `least`,
        MAX(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `most` END) AS `most`,
        MIN(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `rate_number` END) AS `first_rate`,
        MAX(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `rate_number` END) AS `last_rate`
      FROM `rated_set`
      GROUP BY
        `q0_level_0`
    ) AS `people`
    JOIN (
      SELECT
        `q0_level_0`,
        CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
      FROM `frequency_set`
      GROUP BY
        `q0_level_0`
    ) AS `members`
      ON `people`.`q0_level_0` = `members`.`q0_level_0`
  ) AS `classes`
  WHERE
    NOT (
      (
        `private_count` - `certain`
      ) < 0
      OR (
        `private_count` - `certain`
      ) > `uncertain`
    )
    AND NOT (
      `certain` > 0
      OR (
        CAST((
          `private_count` - `certain`
        ) AS DECIMAL(38, 0)) * CAST(10 AS DECIMAL(38, 0))
      ) > (
        CAST(`uncertain` AS DECIMAL(38, 0)) * CAST(9 AS DECIMAL(38, 0))
      )
    )
    AND NOT (
      `uncertain` = 0
      OR `first_rate` = `last_rate`
      OR (
        (
          `private_count` - `certain`
        ) = 0
        OR (
          CAST((
            `private_count` - `certain`
          ) AS DECIMAL(38, 0)) * CAST(`most` AS DECIMAL(38, 0)) * CAST(10 AS DECIMAL(38, 0))
        ) <= (
          CAST(`least_sum` AS DECIMAL(38, 0)) * CAST(9 AS DECIMAL(38, 0))
        )
      )
    )
) AS `bounded`;

-- rates by town
/* In which order are classes computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: a class by its place in the order, with its uncertain people and those of them in T, and a bound. */
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY `bound` DESC, `q0_level_0` NULLS LAST) - 1 AS BIGINT) AS `place`,
  `q0_level_0`,
  `uncertain`,
  `members`,
  `bound`
FROM (
  SELECT
    `q0_level_0`,
    `uncertain`,
    `private_count` - `certain` AS `members`,
    CASE
      WHEN `first_rate` = `last_rate`
      THEN CAST((
        `private_count` - `certain`
      ) AS DOUBLE) / CAST(`uncertain` AS DOUBLE)
      ELSE COALESCE(
        (
          CAST((
            `private_count` - `certain`
          ) AS DOUBLE) * CAST(`most` AS DOUBLE)
        ) / NULLIF(CAST(`least_sum` AS DOUBLE), 0),
        CAST(1 AS DOUBLE)
      )
    END AS `bound`
  FROM (
    SELECT
      `people`.`q0_level_0`,
      `people`.`impossible`,
      `people`.`certain`,
      `people`.`uncertain`,
      `people`.`least_sum`,
      `people`.`most_sum`,
      `people`.`least`,
      `people`.`most`,
      `people`.`first_rate`,
      `people`.`last_rate`,
      `members`.`private_count`
    FROM (
      SELECT
        `q0_level_0`,
        CAST(SUM(CASE WHEN `rate_number` = 0 THEN `public_count` ELSE 0 END) AS BIGINT) AS `impossible`,
        CAST(SUM(CASE WHEN FALSE THEN `public_count` ELSE 0 END) AS BIGINT) AS `certain`,
        CAST(SUM(CASE WHEN NOT (
          `rate_number` = 0 OR FALSE
        ) THEN `public_count` ELSE 0 END) AS BIGINT) AS `uncertain`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`least` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `least_sum`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`most` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `most_sum`,
        MIN(CASE WHEN NOT (
          `rate_number` = 0 OR FALSE
        ) THEN `least` END) AS `least`,
        MAX(CASE WHEN NOT (
          `rate_number` = 0 OR FALSE
        ) THEN `most` END) AS `most`,
        MIN(CASE WHEN NOT (
          `rate_number` = 0 OR FALSE
        ) THEN `rate_number` END) AS `first_rate`,
        MAX(CASE WHEN NOT (
          `rate_number` = 0 OR FALSE
        ) THEN `rate_number` END) AS `last_rate`
      FROM `rated_set`
      GROUP BY
        `q0_level_0`
    ) AS `people`
    JOIN (
      SELECT
        `q0_level_0`,
        CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
      FROM `frequency_set`
      GROUP BY
        `q0_level_0`
    ) AS `members`
      ON `people`.`q0_level_0` = `members`.`q0_level_0`
  ) AS `classes`
  WHERE
    `uncertain` > 0
) AS `bounded`;

-- rates in P
/* In which order are classes computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: a class by its place in the order, with its uncertain people and those of them in T, and a bound. */
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY `bound` DESC) - 1 AS BIGINT) AS `place`,
  `uncertain`,
  `members`,
  `bound`
FROM (
  SELECT
    `uncertain`,
    `private_count` - `certain` AS `members`,
    CASE
      WHEN `first_rate` = `last_rate`
      THEN CAST((
        `private_count` - `certain`
      ) AS DOUBLE) / CAST(`uncertain` AS DOUBLE)
      ELSE COALESCE(
        (
          CAST((
            `private_count` - `certain`
          ) AS DOUBLE) * CAST(`most` AS DOUBLE)
        ) / NULLIF(CAST(`least_sum` AS DOUBLE), 0),
        CAST(1 AS DOUBLE)
      )
    END AS `bound`
  FROM (
    SELECT
      `people`.`impossible`,
      `people`.`certain`,
      `people`.`uncertain`,
      `people`.`least_sum`,
      `people`.`most_sum`,
      `people`.`least`,
      `people`.`most`,
      `people`.`first_rate`,
      `people`.`last_rate`,
      `members`.`private_count`
    FROM (
      SELECT
        CAST(SUM(CASE WHEN FALSE THEN `public_count` ELSE 0 END) AS BIGINT) AS `impossible`,
        CAST(SUM(CASE WHEN FALSE THEN `public_count` ELSE 0 END) AS BIGINT) AS `certain`,
        CAST(SUM(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `public_count` ELSE 0 END) AS BIGINT) AS `uncertain`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`least` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `least_sum`,
        CAST(SUM(CAST(`public_count` AS DECIMAL(19, 0)) * CAST(`most` AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS `most_sum`,
        MIN(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `least` END) AS `least`,
        MAX(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `most` END) AS `most`,
        MIN(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `rate_number` END) AS `first_rate`,
        MAX(CASE WHEN NOT (
          FALSE OR FALSE
        ) THEN `rate_number` END) AS `last_rate`
      FROM `rated_set`
    ) AS `people`
    JOIN (
      SELECT
        CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
      FROM `frequency_set`
    ) AS `members`
      ON TRUE
  ) AS `classes`
  WHERE
    `uncertain` > 0
) AS `bounded`;
