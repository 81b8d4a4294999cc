-- P is known from a sample
/* How many people has a sample, and how much do their weights say? */
/* Reads the table once. */
/* One row: its people, the sum of their weights and of their squares, rows without a weight, and rows whose weight is no number above 0. */
SELECT
  COUNT(*) AS "sampled",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CASE
          WHEN REGEXP_MATCHES(
            "statistics_0"."weight",
            '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          )
          THEN CAST("statistics_0"."weight" AS DOUBLE) BETWEEN 0 AND 1000000000000
          ELSE FALSE
        END
        THEN CASE
          WHEN REGEXP_MATCHES("statistics_0"."weight", '[eE]')
          THEN CAST(CAST("statistics_0"."weight" AS DOUBLE) AS DECIMAL(38, 12))
          ELSE CAST("statistics_0"."weight" AS DECIMAL(38, 12))
        END
      END
    ),
    0
  ) AS DECIMAL(38, 12)) AS "total",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN CASE
          WHEN REGEXP_MATCHES(
            "statistics_0"."weight",
            '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          )
          THEN CAST("statistics_0"."weight" AS DOUBLE) BETWEEN 0 AND 1000000000000
          ELSE FALSE
        END
        THEN CAST(CASE
          WHEN REGEXP_MATCHES("statistics_0"."weight", '[eE]')
          THEN CAST(CAST("statistics_0"."weight" AS DOUBLE) AS DECIMAL(38, 12))
          ELSE CAST("statistics_0"."weight" AS DECIMAL(38, 12))
        END AS DOUBLE) * CAST(CASE
          WHEN REGEXP_MATCHES("statistics_0"."weight", '[eE]')
          THEN CAST(CAST("statistics_0"."weight" AS DOUBLE) AS DECIMAL(38, 12))
          ELSE CAST("statistics_0"."weight" AS DECIMAL(38, 12))
        END AS DOUBLE)
      END
    ),
    0
  ) AS DOUBLE) AS "squares",
  CAST(COALESCE(SUM(CASE WHEN "statistics_0"."weight" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "empty_rows",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "statistics_0"."weight" IS NULL
        OR CASE
          WHEN REGEXP_MATCHES(
            "statistics_0"."weight",
            '^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$'
          )
          THEN CAST("statistics_0"."weight" AS DOUBLE) BETWEEN 0 AND 1000000000000
          ELSE FALSE
        END
        THEN 0
        ELSE 1
      END
    ),
    0
  ) AS BIGINT) AS "strange_rows"
FROM "statistics_0";
