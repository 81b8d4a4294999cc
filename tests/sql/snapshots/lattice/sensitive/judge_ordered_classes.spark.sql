-- ordered distance
/* Do the sensitive values of every class of T satisfy a model of their order? */
/* Reads rows of T with the codes of their classes and values twice, and the sensitive values once per class. */
/* One row: a class with 1 if it violates the model; integers decide all. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      CAST(SUM(
        ABS(
          (
            (
              CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
            ) - (
              CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
            )
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT)
    ) > (
      CAST(MAX(`class_rows`) AS BIGINT) * CAST(600 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  0 AS `is_doubtful`
FROM (
  SELECT
    `classes`.`part`,
    `classes`.`axis`,
    `classes`.`private_below`,
    `classes`.`side`,
    `class_rows`,
    `cumulated` AS `table_count`,
    CAST(SUM(COALESCE(`counted`.`row_count`, 0)) OVER (
      PARTITION BY `classes`.`part`, `classes`.`axis`, `classes`.`private_below`, `classes`.`side`
      ORDER BY `listed`.`position` NULLS LAST
    ) AS BIGINT) AS `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      CAST(SUM(`row_count`) AS BIGINT) AS `class_rows`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`
  ) AS `classes`
  CROSS JOIN `sensitive_values_0` AS `listed`
  LEFT JOIN (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`,
      CAST(SUM(`row_count`) AS BIGINT) AS `row_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
    ON `counted`.`position` = `listed`.`position`
    AND `counted`.`part` = `classes`.`part`
    AND `counted`.`axis` = `classes`.`axis`
    AND `counted`.`private_below` = `classes`.`private_below`
    AND `counted`.`side` = `classes`.`side`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;

-- ordered distance, a list
/* Do the sensitive values of every class of T satisfy a model of their order? */
/* Reads rows of T with the codes of their classes and values twice, and the sensitive values once per class. */
/* One row: a class with 1 if it violates the model; integers decide all. */
SELECT
  `part`,
  `axis`,
  `private_below`,
  `side`,
  CASE
    WHEN (
      CAST(SUM(
        ABS(
          (
            (
              CAST(`value_count` AS BIGINT) * CAST(100 AS BIGINT)
            ) - (
              CAST(`table_count` AS BIGINT) * CAST(`class_rows` AS BIGINT)
            )
          )
        )
      ) AS BIGINT) * CAST(5 AS BIGINT)
    ) > (
      CAST(MAX(`class_rows`) AS BIGINT) * CAST(600 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS `violates`,
  0 AS `is_doubtful`
FROM (
  SELECT
    `classes`.`part`,
    `classes`.`axis`,
    `classes`.`private_below`,
    `classes`.`side`,
    `class_rows`,
    `cumulated` AS `table_count`,
    CAST(SUM(COALESCE(`counted`.`row_count`, 0)) OVER (
      PARTITION BY `classes`.`part`, `classes`.`axis`, `classes`.`private_below`, `classes`.`side`
      ORDER BY `listed`.`position` NULLS LAST
    ) AS BIGINT) AS `value_count`
  FROM (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      CAST(SUM(`row_count`) AS BIGINT) AS `class_rows`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`
  ) AS `classes`
  CROSS JOIN `sensitive_values_0` AS `listed`
  LEFT JOIN (
    SELECT
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`,
      CAST(SUM(`row_count`) AS BIGINT) AS `row_count`
    FROM `sides`
    GROUP BY
      `part`,
      `axis`,
      `private_below`,
      `side`,
      `position`
  ) AS `counted`
    ON `counted`.`position` = `listed`.`position`
    AND `counted`.`part` = `classes`.`part`
    AND `counted`.`axis` = `classes`.`axis`
    AND `counted`.`private_below` = `classes`.`private_below`
    AND `counted`.`side` = `classes`.`side`
) AS `histograms`
GROUP BY
  `part`,
  `axis`,
  `private_below`,
  `side`;
