-- rates by another column
/* Which classes contradict the prior, which break δ for certain, and which have to be computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: how many classes do each of these. */
SELECT
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          "private_count" - "certain"
        ) < 0
        OR (
          "private_count" - "certain"
        ) > "uncertain"
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "contradicting",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND FALSE
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "failing",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND NOT FALSE
        AND NOT (
          "uncertain" = 0 OR "first_rate" = "last_rate" OR TRUE
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "doubtful"
FROM (
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
      CAST(SUM(CASE WHEN FALSE THEN "public_count" ELSE 0 END) AS BIGINT) AS "impossible",
      CAST(SUM(CASE WHEN FALSE THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
      CAST(SUM(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "public_count" ELSE 0 END) AS BIGINT) AS "uncertain",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
      MIN(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "least" END) AS "least",
      MAX(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "most" END) AS "most",
      MIN(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "rate_number" END) AS "first_rate",
      MAX(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "rate_number" END) AS "last_rate"
    FROM "rated_set"
  ) AS "people"
  JOIN (
    SELECT
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
  ) AS "members"
    ON TRUE
) AS "classes";

-- rates by town
/* Which classes contradict the prior, which break δ for certain, and which have to be computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: how many classes do each of these. */
SELECT
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          "private_count" - "certain"
        ) < 0
        OR (
          "private_count" - "certain"
        ) > "uncertain"
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "contradicting",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND FALSE
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "failing",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND NOT FALSE
        AND NOT (
          "uncertain" = 0 OR "first_rate" = "last_rate" OR TRUE
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "doubtful"
FROM (
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
      CAST(SUM(CASE WHEN FALSE THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
      CAST(SUM(CASE WHEN NOT (
        "rate_number" = 0 OR FALSE
      ) THEN "public_count" ELSE 0 END) AS BIGINT) AS "uncertain",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
      MIN(CASE WHEN NOT (
        "rate_number" = 0 OR FALSE
      ) THEN "least" END) AS "least",
      MAX(CASE WHEN NOT (
        "rate_number" = 0 OR FALSE
      ) THEN "most" END) AS "most",
      MIN(CASE WHEN NOT (
        "rate_number" = 0 OR FALSE
      ) THEN "rate_number" END) AS "first_rate",
      MAX(CASE WHEN NOT (
        "rate_number" = 0 OR FALSE
      ) THEN "rate_number" END) AS "last_rate"
    FROM "rated_set"
  ) AS "people"
  JOIN (
    SELECT
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
  ) AS "members"
    ON TRUE
) AS "classes";

-- rates in P
/* Which classes contradict the prior, which break δ for certain, and which have to be computed? */
/* Reads the classes with what bounds their posterior. */
/* One row: how many classes do each of these. */
SELECT
  CAST(COALESCE(
    SUM(
      CASE
        WHEN (
          "private_count" - "certain"
        ) < 0
        OR (
          "private_count" - "certain"
        ) > "uncertain"
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "contradicting",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND (
          "certain" > 0
          OR (
            CAST((
              "private_count" - "certain"
            ) AS DECIMAL(38, 0)) * CAST(10 AS DECIMAL(38, 0))
          ) > (
            CAST("uncertain" AS DECIMAL(38, 0)) * CAST(9 AS DECIMAL(38, 0))
          )
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "failing",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          (
            "private_count" - "certain"
          ) < 0
          OR (
            "private_count" - "certain"
          ) > "uncertain"
        )
        AND NOT (
          "certain" > 0
          OR (
            CAST((
              "private_count" - "certain"
            ) AS DECIMAL(38, 0)) * CAST(10 AS DECIMAL(38, 0))
          ) > (
            CAST("uncertain" AS DECIMAL(38, 0)) * CAST(9 AS DECIMAL(38, 0))
          )
        )
        AND NOT (
          "uncertain" = 0
          OR "first_rate" = "last_rate"
          OR (
            (
              "private_count" - "certain"
            ) = 0
            OR (
              CAST((
                "private_count" - "certain"
              ) AS DECIMAL(38, 0)) * CAST("most" AS DECIMAL(38, 0)) * CAST(10 AS DECIMAL(38, 0))
            ) <= (
              CAST("least_sum" AS DECIMAL(38, 0)) * CAST(9 AS DECIMAL(38, 0))
            )
          )
        )
        THEN 1
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "doubtful"
FROM (
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
      CAST(SUM(CASE WHEN FALSE THEN "public_count" ELSE 0 END) AS BIGINT) AS "impossible",
      CAST(SUM(CASE WHEN FALSE THEN "public_count" ELSE 0 END) AS BIGINT) AS "certain",
      CAST(SUM(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "public_count" ELSE 0 END) AS BIGINT) AS "uncertain",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("least" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "least_sum",
      CAST(SUM(CAST("public_count" AS DECIMAL(19, 0)) * CAST("most" AS DECIMAL(19, 0))) AS DECIMAL(38, 0)) AS "most_sum",
      MIN(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "least" END) AS "least",
      MAX(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "most" END) AS "most",
      MIN(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "rate_number" END) AS "first_rate",
      MAX(CASE WHEN NOT (
        FALSE OR FALSE
      ) THEN "rate_number" END) AS "last_rate"
    FROM "rated_set"
  ) AS "people"
  JOIN (
    SELECT
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
  ) AS "members"
    ON TRUE
) AS "classes";
