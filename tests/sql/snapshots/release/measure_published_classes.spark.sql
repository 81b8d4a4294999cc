-- people climb where P is known from tables
/* Does every published class satisfy the models, and what do the classes cost? */
/* Reads the published classes. */
/* One row: the classes, those that violate a model, the classes of T, and the sum of n_T squared. */
SELECT
  COUNT(*) AS `classes`,
  CAST(COALESCE(SUM(CASE WHEN FALSE THEN 1 ELSE 0 END), 0) AS BIGINT) AS `violating_classes`,
  CAST(COALESCE(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS `private_classes`,
  CAST(COALESCE(SUM(CAST(`private_count` AS BIGINT) * CAST(`private_count` AS BIGINT)), 0) AS DECIMAL(38, 0)) AS `squared_private_counts`
FROM `published_classes`;

-- rare people climb
/* Does every published class satisfy the models, and what do the classes cost? */
/* Reads the published classes. */
/* One row: the classes, those that violate a model, the classes of T, and the sum of n_T squared. */
SELECT
  COUNT(*) AS `classes`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          CAST(`private_count` AS BIGINT) * CAST(2 AS BIGINT)
        ) > (
          CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `violating_classes`,
  CAST(COALESCE(SUM(CASE WHEN `private_count` > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS `private_classes`,
  CAST(COALESCE(SUM(CAST(`private_count` AS BIGINT) * CAST(`private_count` AS BIGINT)), 0) AS DECIMAL(38, 0)) AS `squared_private_counts`
FROM `published_classes`;
