-- node (0, 0)
/* What bounds the posterior of the people of each class? */
/* Reads the coded rated tuples, and the frequency set. */
/* One row: a class with its people of rate 0, of rate 1 and of rates between, the sum, the least and the largest of their odds, rounded down or up, and its rows of T. */
SELECT
  "people"."q0_level_0",
  "people"."q1_level_0",
  "people"."impossible",
  "people"."certain",
  "people"."uncertain",
  "people"."least_sum",
  "people"."most_sum",
  "people"."least",
  "people"."most",
  "people"."first_rate",
  "people"."last_rate",
  "members"."private_count"
FROM (
  SELECT
    "q0_level_0",
    "q1_level_0",
    CAST(SUM(CASE WHEN "rate_number" = 0 THEN "public_count" ELSE 0 END) AS BIGINT) AS "impossible",
    CAST(SUM(CASE WHEN "rate_number" = 2 THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
    CAST(SUM(
      CASE
        WHEN NOT (
          "rate_number" = 0 OR "rate_number" = 2
        )
        THEN "public_count"
        ELSE 0
      END
    ) AS BIGINT) AS "uncertain",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
    MIN(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "least" END) AS "least",
    MAX(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "most" END) AS "most",
    MIN(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "first_rate",
    MAX(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "last_rate"
  FROM "rated_set"
  GROUP BY
    "q0_level_0",
    "q1_level_0"
) AS "people"
JOIN (
  SELECT
    "q0_level_0",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0",
    "q1_level_0"
) AS "members"
  ON "people"."q0_level_0" = "members"."q0_level_0"
  AND "people"."q1_level_0" = "members"."q1_level_0";

-- node (1, 0)
/* What bounds the posterior of the people of each class? */
/* Reads the coded rated tuples, and the frequency set. */
/* One row: a class with its people of rate 0, of rate 1 and of rates between, the sum, the least and the largest of their odds, rounded down or up, and its rows of T. */
SELECT
  "people"."q0_level_1",
  "people"."q1_level_0",
  "people"."impossible",
  "people"."certain",
  "people"."uncertain",
  "people"."least_sum",
  "people"."most_sum",
  "people"."least",
  "people"."most",
  "people"."first_rate",
  "people"."last_rate",
  "members"."private_count"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM(CASE WHEN "rate_number" = 0 THEN "public_count" ELSE 0 END) AS BIGINT) AS "impossible",
    CAST(SUM(CASE WHEN "rate_number" = 2 THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
    CAST(SUM(
      CASE
        WHEN NOT (
          "rate_number" = 0 OR "rate_number" = 2
        )
        THEN "public_count"
        ELSE 0
      END
    ) AS BIGINT) AS "uncertain",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
    MIN(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "least" END) AS "least",
    MAX(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "most" END) AS "most",
    MIN(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "first_rate",
    MAX(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "last_rate"
  FROM "rated_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "people"
JOIN (
  SELECT
    "q0_level_1",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0"
) AS "members"
  ON "people"."q0_level_1" = "members"."q0_level_1"
  AND "people"."q1_level_0" = "members"."q1_level_0";

-- node (2, 1)
/* What bounds the posterior of the people of each class? */
/* Reads the coded rated tuples, and the frequency set. */
/* One row: a class with its people of rate 0, of rate 1 and of rates between, the sum, the least and the largest of their odds, rounded down or up, and its rows of T. */
SELECT
  "people"."impossible",
  "people"."certain",
  "people"."uncertain",
  "people"."least_sum",
  "people"."most_sum",
  "people"."least",
  "people"."most",
  "people"."first_rate",
  "people"."last_rate",
  "members"."private_count"
FROM (
  SELECT
    CAST(SUM(CASE WHEN "rate_number" = 0 THEN "public_count" ELSE 0 END) AS BIGINT) AS "impossible",
    CAST(SUM(CASE WHEN "rate_number" = 2 THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
    CAST(SUM(
      CASE
        WHEN NOT (
          "rate_number" = 0 OR "rate_number" = 2
        )
        THEN "public_count"
        ELSE 0
      END
    ) AS BIGINT) AS "uncertain",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
    CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
    MIN(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "least" END) AS "least",
    MAX(CASE WHEN NOT (
      "rate_number" = 0 OR "rate_number" = 2
    ) THEN "most" END) AS "most",
    MIN(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "first_rate",
    MAX(
      CASE WHEN NOT (
        "rate_number" = 0 OR "rate_number" = 2
      ) THEN "rate_number" END
    ) AS "last_rate"
  FROM "rated_set"
) AS "people"
JOIN (
  SELECT
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
) AS "members"
  ON TRUE;
