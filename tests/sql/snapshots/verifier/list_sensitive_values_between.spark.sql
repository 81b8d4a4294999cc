-- the first chunk
/* A chunk of the sensitive values that a class of the release is compared with. */
/* Reads verified_sensitive_values. */
/* One row: the number of a value, its text, NULL being one, and its rows. */
SELECT
  `number`,
  `value`,
  `row_count`
FROM `verified_sensitive_values`
WHERE
  `number` >= 0 AND `number` < 20000;
