-- rates by another column
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of rates, or P if a column of P has them. */
/* One row: a tuple with its rate. */
SELECT DISTINCT
  "verified_prior"."health" AS "k0",
  CASE
    WHEN REGEXP_MATCHES(CAST("verified_prior"."rate" AS TEXT), '[eE]')
    THEN CAST(CAST(CAST("verified_prior"."rate" AS TEXT) AS DOUBLE) AS DECIMAL(38, 18))
    ELSE CAST(CAST("verified_prior"."rate" AS TEXT) AS DECIMAL(38, 18))
  END AS "rate"
FROM "verified_prior";

-- rates by town
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of rates, or P if a column of P has them. */
/* One row: a tuple with its rate. */
SELECT DISTINCT
  "verified_prior"."town" AS "k0",
  CASE
    WHEN REGEXP_MATCHES(CAST("verified_prior"."rate" AS TEXT), '[eE]')
    THEN CAST(CAST(CAST("verified_prior"."rate" AS TEXT) AS DOUBLE) AS DECIMAL(38, 18))
    ELSE CAST(CAST("verified_prior"."rate" AS TEXT) AS DECIMAL(38, 18))
  END AS "rate"
FROM "verified_prior";

-- rates in P
/* Which rate does a prior give to each tuple of its columns? */
/* Reads the table of rates, or P if a column of P has them. */
/* One row: a tuple with its rate. */
SELECT DISTINCT
  "public_table"."chance" AS "k0",
  CASE
    WHEN REGEXP_MATCHES(CAST("public_table"."chance" AS TEXT), '[eE]')
    THEN CAST(CAST(CAST("public_table"."chance" AS TEXT) AS DOUBLE) AS DECIMAL(38, 18))
    ELSE CAST(CAST("public_table"."chance" AS TEXT) AS DECIMAL(38, 18))
  END AS "rate"
FROM "public_table";
