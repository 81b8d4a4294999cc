-- P is known from a sample
/* How many classes of T have about the same share of P, and which shares are the ends? */
/* Reads the classes of each node with their shares. */
/* One row: a node, rows of T (and people in the sample), a bucket (none where the share is 0), its classes, their least, greatest and total share. */
SELECT
  0 AS `node`,
  `private_count`,
  `sampled`,
  COUNT(*) AS `classes`,
  MIN(`share`) AS `least_share`,
  MAX(`share`) AS `greatest_share`,
  SUM(`share`) AS `total_share`
FROM (
  SELECT
    `private_count`,
    CAST(COALESCE(`of_sample`.`sampled`, 0) AS BIGINT) AS `sampled`,
    `of_sample`.`measure` AS `weight`,
    (
      CAST(2.51452838623156 AS DOUBLE) * COALESCE(CAST(`of_sample`.`measure` AS DOUBLE) / CAST(37.5 AS DOUBLE), CAST(0 AS DOUBLE))
    ) + (
      1 * CAST(1 AS DOUBLE)
    ) AS `share`
  FROM (
    SELECT
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `frequency_set`
  ) AS `classes`
  LEFT JOIN (
    SELECT
      SUM(`measure`) AS `measure`,
      SUM(`sampled`) AS `sampled`
    FROM `coded_known_0`
  ) AS `of_sample`
    ON TRUE
) AS `classes_0`
WHERE
  `private_count` > 0
GROUP BY
  `private_count`,
  `sampled`,
  CASE WHEN `share` > 0 THEN CAST(FLOOR(LN(`share`) * 1024) AS BIGINT) END;

-- P is known from tables
/* How many classes of T have about the same share of P, and which shares are the ends? */
/* Reads the classes of each node with their shares. */
/* One row: a node, rows of T (and people in the sample), a bucket (none where the share is 0), its classes, their least, greatest and total share. */
SELECT
  0 AS `node`,
  `private_count`,
  COUNT(*) AS `classes`,
  MIN(`share`) AS `least_share`,
  MAX(`share`) AS `greatest_share`,
  SUM(`share`) AS `total_share`
FROM (
  SELECT
    `private_count`,
    CAST(1 AS DOUBLE) AS `share`
  FROM (
    SELECT
      CAST(SUM(`private_count`) AS BIGINT) AS `private_count`
    FROM `frequency_set`
  ) AS `classes`
) AS `classes_0`
WHERE
  `private_count` > 0
GROUP BY
  `private_count`,
  CASE WHEN `share` > 0 THEN CAST(FLOOR(LN(`share`) * 1024) AS BIGINT) END;
