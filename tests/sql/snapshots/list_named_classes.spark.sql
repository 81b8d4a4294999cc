-- that violate presence
/* Which published classes meet a condition on their counts? */
/* Reads the published classes. */
/* One row: a class with its texts, by the names of the quasi-identifiers, and its rows of P and of T. */
SELECT
  `c0` AS `town`,
  `c1` AS `born`,
  `public_count` AS `public_count`,
  `private_count` AS `internal_private_count`
FROM `published_classes`
WHERE
  (
    CAST(`private_count` AS BIGINT) * CAST(3 AS BIGINT)
  ) > (
    CAST(`public_count` AS BIGINT) * CAST(2 AS BIGINT)
  )
  OR (
    CAST(`private_count` AS BIGINT) * CAST(2 AS BIGINT)
  ) < (
    CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
  );
