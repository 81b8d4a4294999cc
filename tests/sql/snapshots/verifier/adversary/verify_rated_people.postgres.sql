-- rates by another column
/* How many people of P does each class have of each rate? */
/* Reads public_table (P) once, verified_rates, and the labels of the verifier. */
/* One row: a class and a rate, NULL if there is none, with its people. */
SELECT
  "verified_rates"."rate" AS "rate",
  COUNT(*) AS "people"
FROM "public_table"
LEFT JOIN "verified_rates"
  ON "public_table"."health" IS NOT DISTINCT FROM "verified_rates"."k0"
GROUP BY
  "verified_rates"."rate";

-- rates by town
/* How many people of P does each class have of each rate? */
/* Reads public_table (P) once, verified_rates, and the labels of the verifier. */
/* One row: a class and a rate, NULL if there is none, with its people. */
SELECT
  "public_table"."town" AS "c0",
  "verified_rates"."rate" AS "rate",
  COUNT(*) AS "people"
FROM "public_table"
LEFT JOIN "verified_rates"
  ON "public_table"."town" IS NOT DISTINCT FROM "verified_rates"."k0"
GROUP BY
  "public_table"."town",
  "verified_rates"."rate";

-- rates in P
/* How many people of P does each class have of each rate? */
/* Reads public_table (P) once, verified_rates, and the labels of the verifier. */
/* One row: a class and a rate, NULL if there is none, with its people. */
SELECT
  "verified_rates"."rate" AS "rate",
  COUNT(*) AS "people"
FROM "public_table"
LEFT JOIN "verified_rates"
  ON "public_table"."chance" IS NOT DISTINCT FROM "verified_rates"."k0"
GROUP BY
  "verified_rates"."rate";
