-- P is known from a sample
/* How many people has the sample, and how much do their weights say? */
/* Reads the sample once. */
/* One row: its people, the sum of their weights, and of the squares of these. */
SELECT
  COUNT(*) AS "sampled",
  SUM(
    CASE
      WHEN REGEXP_MATCHES("verified_sample"."weight", '[eE]')
      THEN CAST(CAST("verified_sample"."weight" AS DOUBLE) AS DECIMAL(38, 12))
      ELSE CAST("verified_sample"."weight" AS DECIMAL(38, 12))
    END
  ) AS "total",
  SUM(
    CAST(CASE
      WHEN REGEXP_MATCHES("verified_sample"."weight", '[eE]')
      THEN CAST(CAST("verified_sample"."weight" AS DOUBLE) AS DECIMAL(38, 12))
      ELSE CAST("verified_sample"."weight" AS DECIMAL(38, 12))
    END AS DOUBLE) * CAST(CASE
      WHEN REGEXP_MATCHES("verified_sample"."weight", '[eE]')
      THEN CAST(CAST("verified_sample"."weight" AS DOUBLE) AS DECIMAL(38, 12))
      ELSE CAST("verified_sample"."weight" AS DECIMAL(38, 12))
    END AS DOUBLE)
  ) AS "squares"
FROM "verified_sample";
