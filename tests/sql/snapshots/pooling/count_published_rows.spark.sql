-- rare people climb
/* How many rows of T are published on each step? */
/* Reads the published classes. A class that several steps publish counts on the first of them. */
/* One row: a step and its rows of T. */
SELECT
  `step`,
  CAST(SUM(`private_count`) AS BIGINT) AS `private_rows`
FROM `published_classes`
GROUP BY
  `step`;
