-- of sides
/* Which histograms do doubles not decide? */
/* Reads what lists the classes in doubt. */
/* One row: a histogram as a text, and the classes that have it. */
SELECT
  `histogram`,
  COUNT(*) AS `class_count`
FROM `doubtful_sides`
GROUP BY
  `histogram`;
