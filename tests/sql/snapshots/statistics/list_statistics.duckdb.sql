-- P is known from a sample
/* What does a table of statistics say of each tuple of its columns? */
/* Reads the table once. */
/* One row: a tuple of values as the quasi-identifiers have them, with its people, its share, or the weights and number of people in the sample. */
SELECT
  "statistics_0"."town" AS "q0",
  "statistics_0"."born" AS "q1",
  SUM(
    CASE
      WHEN REGEXP_MATCHES("statistics_0"."weight", '[eE]')
      THEN CAST(CAST("statistics_0"."weight" AS DOUBLE) AS DECIMAL(38, 12))
      ELSE CAST("statistics_0"."weight" AS DECIMAL(38, 12))
    END
  ) AS "measure",
  COUNT(*) AS "sampled"
FROM "statistics_0"
GROUP BY
  "statistics_0"."town",
  "statistics_0"."born";

-- P is known from tables
/* What does a table of statistics say of each tuple of its columns? */
/* Reads the table once. */
/* One row: a tuple of values as the quasi-identifiers have them, with its people, its share, or the weights and number of people in the sample. */
SELECT
  "statistics_0"."town" AS "q0",
  CAST(SUM(CAST(CAST("statistics_0"."people" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS "measure"
FROM "statistics_0"
GROUP BY
  "statistics_0"."town";

-- people climb where P is known from tables
/* What does a table of statistics say of each tuple of its columns? */
/* Reads the table once. */
/* One row: a tuple of values as the quasi-identifiers have them, with its people, its share, or the weights and number of people in the sample. */
SELECT
  "statistics_1"."born" AS "q1",
  CAST(SUM(
    CASE
      WHEN REGEXP_MATCHES("statistics_1"."part", '[eE]')
      THEN CAST(CAST("statistics_1"."part" AS DOUBLE) AS DECIMAL(38, 18))
      ELSE CAST("statistics_1"."part" AS DECIMAL(38, 18))
    END
  ) AS DECIMAL(38, 18)) AS "measure"
FROM "statistics_1"
GROUP BY
  "statistics_1"."born";
