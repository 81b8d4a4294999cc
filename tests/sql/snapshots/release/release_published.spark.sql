-- rare people climb
/* The release: the published classes, each as often as it has rows of T, where no column is kept. */
/* Reads the published classes. */
/* One row: a released row, or with a count all that are equal; sorted by what is released, so that order says nothing about T. */
SELECT
  `c0` AS `town`,
  `c1` AS `born`
FROM (
  SELECT
    `c0`,
    `c1`,
    EXPLODE(SEQUENCE(1, `private_count`)) AS `copy`
  FROM `published_classes`
  WHERE
    `private_count` > 0
) AS `copies`
ORDER BY
  1 NULLS LAST,
  2 NULLS LAST;
