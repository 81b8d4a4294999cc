-- rates by town
/* Which rates are there? */
/* Reads the numbered rates. */
/* One row: a rate, by its number; at most so many. */
SELECT DISTINCT
  "rate_number",
  "rate"
FROM "prior_rates"
ORDER BY
  "rate_number"
LIMIT 10001;
