-- a value has no place
/* Which values of P does the hierarchy have no place for? Values of P only; shown on request. */
/* Reads the leaves of one quasi-identifier. */
/* One row: a value, the most frequent first. */
SELECT
  "leaf"
FROM "leaves_0"
WHERE
  "is_covered" = 0
ORDER BY
  "public_count" DESC,
  "leaf"
LIMIT 5;
