-- rates by town
/* The rated tuples with every level that is needed of every quasi-identifier as a code. */
/* Reads the rated tuples, the odds by number of rate, and the leaves of each quasi-identifier. */
/* One row: a tuple of codes and a rate, with its people, and their odds rounded down and up. */
SELECT
  "leaves_0"."code_0" AS "q0_level_0",
  "rated_tuples"."rate_number" AS "rate_number",
  CAST(SUM("rated_tuples"."public_count") AS BIGINT) AS "public_count",
  MIN("prior_odds"."least") AS "least",
  MIN("prior_odds"."most") AS "most"
FROM "rated_tuples"
JOIN "prior_odds"
  ON "rated_tuples"."rate_number" = "prior_odds"."rate_number"
JOIN "leaves_0"
  ON "rated_tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
GROUP BY
  "leaves_0"."code_0",
  "rated_tuples"."rate_number";
