-- no model
/* Which cut of each quasi-identifier leaves an open part the least expected loss, its box shrunk along that quasi-identifier alone? */
/* Reads the open spots, and the values of a quasi-identifier in their order, once per quasi-identifier. */
/* One row: a part and a quasi-identifier with the value below which it is cut; none if no cut is admissible. */
SELECT
  "part",
  "last_axis",
  "axis",
  "position",
  "values_in_part"
FROM (
  SELECT
    "part",
    "last_axis",
    "axis",
    "position",
    "values_in_part",
    ROW_NUMBER() OVER (
      PARTITION BY "part", "axis"
      ORDER BY CASE
        WHEN CAST("private_below" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_below" AS DOUBLE) * CAST("width_below" AS DOUBLE)
      END + CASE
        WHEN CAST("private_rest" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_rest" AS DOUBLE) * CAST("width_rest" AS DOUBLE)
      END, "position"
    ) AS "choice"
  FROM (
    SELECT
      *,
      "public_in_part" - "public_below" AS "public_rest",
      "private_in_part" - "private_below" AS "private_rest",
      "width_elsewhere" + LEAST("end_below" - "low_end", 6983776800) AS "width_below",
      "width_elsewhere" + LEAST("high_end" - "coordinate", 6983776800) AS "width_rest"
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN "values_below" = 0
            THEN LEAST("high_end" - "low_end", 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY "part") - LEAST("high_end" - "low_end", 6983776800) AS BIGINT) AS "width_elsewhere"
      FROM (
        SELECT
          "part",
          "last_axis",
          "axis",
          "position",
          "coordinate",
          LAG("coordinate") OVER "along" AS "end_below",
          MIN("coordinate") OVER "whole" AS "low_end",
          MAX("coordinate") OVER "whole" AS "high_end",
          CAST(SUM("public_count") OVER "below" - "public_count" AS BIGINT) AS "public_below",
          CAST(SUM("private_count") OVER "below" - "private_count" AS BIGINT) AS "private_below",
          CAST(SUM("public_count") OVER "whole" AS BIGINT) AS "public_in_part",
          CAST(SUM("private_count") OVER "whole" AS BIGINT) AS "private_in_part",
          ROW_NUMBER() OVER "along" - 1 AS "values_below",
          COUNT(*) OVER "whole" AS "values_in_part"
        FROM (
          SELECT
            "part",
            "last_axis",
            0 AS "axis",
            "order_0"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_0"
            ON "x0" = "order_0"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_0"."position",
            "coordinate"
          UNION ALL
          SELECT
            "part",
            "last_axis",
            1 AS "axis",
            "order_1"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_1"
            ON "x1" = "order_1"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_1"."position",
            "coordinate"
        ) AS "histogram"
        WINDOW "along" AS (PARTITION BY "part", "axis" ORDER BY "position"), "below" AS (
          PARTITION BY "part", "axis"
          ORDER BY "position"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), "whole" AS (PARTITION BY "part", "axis")
      ) AS "running"
    ) AS "widths"
  ) AS "sides"
  WHERE
    "values_below" > 0 AND NOT (
      FALSE
    ) AND NOT (
      FALSE
    )
) AS "admissible"
WHERE
  "choice" = 1;

-- presence
/* Which cut of each quasi-identifier leaves an open part the least expected loss, its box shrunk along that quasi-identifier alone? */
/* Reads the open spots, and the values of a quasi-identifier in their order, once per quasi-identifier. */
/* One row: a part and a quasi-identifier with the value below which it is cut; none if no cut is admissible. */
SELECT
  "part",
  "last_axis",
  "axis",
  "position",
  "values_in_part"
FROM (
  SELECT
    "part",
    "last_axis",
    "axis",
    "position",
    "values_in_part",
    ROW_NUMBER() OVER (
      PARTITION BY "part", "axis"
      ORDER BY CASE
        WHEN CAST("private_below" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_below" AS DOUBLE) * CAST("width_below" AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + CAST(32 AS DOUBLE) * CASE
                WHEN (
                  CAST("public_below" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_below" AS DOUBLE)
                ) IS NULL
                OR (
                  CAST("private_below" AS DOUBLE) - CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) IS NULL
                THEN NULL
                ELSE LEAST(
                  (
                    CAST("public_below" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_below" AS DOUBLE)
                  ),
                  CAST("private_below" AS DOUBLE) - CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                )
              END * CASE
                WHEN (
                  CAST("public_below" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_below" AS DOUBLE)
                ) IS NULL
                OR (
                  CAST("private_below" AS DOUBLE) - CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) IS NULL
                THEN NULL
                ELSE LEAST(
                  (
                    CAST("public_below" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_below" AS DOUBLE)
                  ),
                  CAST("private_below" AS DOUBLE) - CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                )
              END / CAST("private_below" AS DOUBLE)
            )
          )
        )
      END + CASE
        WHEN CAST("private_rest" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_rest" AS DOUBLE) * CAST("width_rest" AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + CAST(32 AS DOUBLE) * CASE
                WHEN (
                  CAST("public_rest" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
                ) IS NULL
                OR (
                  CAST("private_rest" AS DOUBLE) - CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) IS NULL
                THEN NULL
                ELSE LEAST(
                  (
                    CAST("public_rest" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
                  ),
                  CAST("private_rest" AS DOUBLE) - CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                )
              END * CASE
                WHEN (
                  CAST("public_rest" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
                ) IS NULL
                OR (
                  CAST("private_rest" AS DOUBLE) - CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) IS NULL
                THEN NULL
                ELSE LEAST(
                  (
                    CAST("public_rest" AS DOUBLE) * CAST(2 AS DOUBLE) / CAST(3 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
                  ),
                  CAST("private_rest" AS DOUBLE) - CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                )
              END / CAST("private_rest" AS DOUBLE)
            )
          )
        )
      END, "position"
    ) AS "choice"
  FROM (
    SELECT
      *,
      "public_in_part" - "public_below" AS "public_rest",
      "private_in_part" - "private_below" AS "private_rest",
      "width_elsewhere" + LEAST("end_below" - "low_end", 6983776800) AS "width_below",
      "width_elsewhere" + LEAST("high_end" - "coordinate", 6983776800) AS "width_rest"
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN "values_below" = 0
            THEN LEAST("high_end" - "low_end", 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY "part") - LEAST("high_end" - "low_end", 6983776800) AS BIGINT) AS "width_elsewhere"
      FROM (
        SELECT
          "part",
          "last_axis",
          "axis",
          "position",
          "coordinate",
          LAG("coordinate") OVER "along" AS "end_below",
          MIN("coordinate") OVER "whole" AS "low_end",
          MAX("coordinate") OVER "whole" AS "high_end",
          CAST(SUM("public_count") OVER "below" - "public_count" AS BIGINT) AS "public_below",
          CAST(SUM("private_count") OVER "below" - "private_count" AS BIGINT) AS "private_below",
          CAST(SUM("public_count") OVER "whole" AS BIGINT) AS "public_in_part",
          CAST(SUM("private_count") OVER "whole" AS BIGINT) AS "private_in_part",
          ROW_NUMBER() OVER "along" - 1 AS "values_below",
          COUNT(*) OVER "whole" AS "values_in_part"
        FROM (
          SELECT
            "part",
            "last_axis",
            0 AS "axis",
            "order_0"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_0"
            ON "x0" = "order_0"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_0"."position",
            "coordinate"
          UNION ALL
          SELECT
            "part",
            "last_axis",
            1 AS "axis",
            "order_1"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_1"
            ON "x1" = "order_1"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_1"."position",
            "coordinate"
        ) AS "histogram"
        WINDOW "along" AS (PARTITION BY "part", "axis" ORDER BY "position"), "below" AS (
          PARTITION BY "part", "axis"
          ORDER BY "position"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), "whole" AS (PARTITION BY "part", "axis")
      ) AS "running"
    ) AS "widths"
  ) AS "sides"
  WHERE
    "values_below" > 0
    AND NOT (
      CAST("private_below" AS BIGINT) * CAST(3 AS BIGINT) > CAST("public_below" AS BIGINT) * CAST(2 AS BIGINT)
      OR CAST("private_below" AS BIGINT) * CAST(2 AS BIGINT) < CAST("public_below" AS BIGINT) * CAST(1 AS BIGINT)
    )
    AND NOT (
      CAST("private_rest" AS BIGINT) * CAST(3 AS BIGINT) > CAST("public_rest" AS BIGINT) * CAST(2 AS BIGINT)
      OR CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT) < CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
    )
) AS "admissible"
WHERE
  "choice" = 1;

-- presence at most 1/20, 5-anonymity
/* Which cut of each quasi-identifier leaves an open part the least expected loss, its box shrunk along that quasi-identifier alone? */
/* Reads the open spots, and the values of a quasi-identifier in their order, once per quasi-identifier. */
/* One row: a part and a quasi-identifier with the value below which it is cut; none if no cut is admissible. */
SELECT
  "part",
  "last_axis",
  "axis",
  "position",
  "values_in_part"
FROM (
  SELECT
    "part",
    "last_axis",
    "axis",
    "position",
    "values_in_part",
    ROW_NUMBER() OVER (
      PARTITION BY "part", "axis"
      ORDER BY CASE
        WHEN CAST("private_below" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_below" AS DOUBLE) * CAST("width_below" AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + CAST(32 AS DOUBLE) * (
                CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE) - CAST("private_below" AS DOUBLE)
              ) * (
                CAST("public_below" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE) - CAST("private_below" AS DOUBLE)
              ) / CAST("private_below" AS DOUBLE)
            )
          )
        )
      END + CASE
        WHEN CAST("private_rest" AS DOUBLE) = 0
        THEN CAST(0 AS DOUBLE)
        ELSE CAST("private_rest" AS DOUBLE) * CAST("width_rest" AS DOUBLE) / SQRT(
          SQRT(
            SQRT(
              CAST(1 AS DOUBLE) + CAST(32 AS DOUBLE) * (
                CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
              ) * (
                CAST("public_rest" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(20 AS DOUBLE) - CAST("private_rest" AS DOUBLE)
              ) / CAST("private_rest" AS DOUBLE)
            )
          )
        )
      END, "position"
    ) AS "choice"
  FROM (
    SELECT
      *,
      "public_in_part" - "public_below" AS "public_rest",
      "private_in_part" - "private_below" AS "private_rest",
      "width_elsewhere" + LEAST("end_below" - "low_end", 6983776800) AS "width_below",
      "width_elsewhere" + LEAST("high_end" - "coordinate", 6983776800) AS "width_rest"
    FROM (
      SELECT
        *,
        CAST(SUM(
          CASE
            WHEN "values_below" = 0
            THEN LEAST("high_end" - "low_end", 6983776800)
            ELSE 0
          END
        ) OVER (PARTITION BY "part") - LEAST("high_end" - "low_end", 6983776800) AS BIGINT) AS "width_elsewhere"
      FROM (
        SELECT
          "part",
          "last_axis",
          "axis",
          "position",
          "coordinate",
          LAG("coordinate") OVER "along" AS "end_below",
          MIN("coordinate") OVER "whole" AS "low_end",
          MAX("coordinate") OVER "whole" AS "high_end",
          CAST(SUM("public_count") OVER "below" - "public_count" AS BIGINT) AS "public_below",
          CAST(SUM("private_count") OVER "below" - "private_count" AS BIGINT) AS "private_below",
          CAST(SUM("public_count") OVER "whole" AS BIGINT) AS "public_in_part",
          CAST(SUM("private_count") OVER "whole" AS BIGINT) AS "private_in_part",
          ROW_NUMBER() OVER "along" - 1 AS "values_below",
          COUNT(*) OVER "whole" AS "values_in_part"
        FROM (
          SELECT
            "part",
            "last_axis",
            0 AS "axis",
            "order_0"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_0"
            ON "x0" = "order_0"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_0"."position",
            "coordinate"
          UNION ALL
          SELECT
            "part",
            "last_axis",
            1 AS "axis",
            "order_1"."position",
            "coordinate",
            CAST(SUM("public_count") AS BIGINT) AS "public_count",
            CAST(SUM("private_count") AS BIGINT) AS "private_count"
          FROM "spots_0"
          JOIN "order_1"
            ON "x1" = "order_1"."position"
          GROUP BY
            "part",
            "last_axis",
            "order_1"."position",
            "coordinate"
        ) AS "histogram"
        WINDOW "along" AS (PARTITION BY "part", "axis" ORDER BY "position"), "below" AS (
          PARTITION BY "part", "axis"
          ORDER BY "position"
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ), "whole" AS (PARTITION BY "part", "axis")
      ) AS "running"
    ) AS "widths"
  ) AS "sides"
  WHERE
    "values_below" > 0
    AND NOT (
      CAST("private_below" AS BIGINT) * CAST(20 AS BIGINT) > CAST("public_below" AS BIGINT) * CAST(1 AS BIGINT)
      OR "private_below" BETWEEN 1 AND 4
    )
    AND NOT (
      CAST("private_rest" AS BIGINT) * CAST(20 AS BIGINT) > CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
      OR "private_rest" BETWEEN 1 AND 4
    )
) AS "admissible"
WHERE
  "choice" = 1;
