-- no model
/* Which of its candidates cuts each open part, now that the boxes around both sides are known? */
/* Reads the open spots, the candidates, and the values of all quasi-identifiers in their order. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no candidate. */
SELECT
  "part",
  "axis",
  "position",
  ROW_NUMBER() OVER (ORDER BY "part") - 1 AS "cut",
  "below_is_open",
  "rest_is_open"
FROM (
  SELECT
    "part",
    "axis",
    "position",
    "below_is_open",
    "rest_is_open",
    ROW_NUMBER() OVER (PARTITION BY "part" ORDER BY "loss", "axis") AS "choice"
  FROM (
    SELECT
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part",
      SUM(
        CASE
          WHEN CAST("private_side" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST("private_side" AS DOUBLE PRECISION) * CAST("width_side" AS DOUBLE PRECISION)
        END
      ) AS "loss",
      MAX(CASE WHEN "side" = 0 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "below_is_open",
      MAX(CASE WHEN "side" = 1 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "rest_is_open"
    FROM (
      SELECT
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END AS "side",
        CAST(SUM("public_count") AS BIGINT) AS "public_side",
        CAST(SUM("private_count") AS BIGINT) AS "private_side",
        LEAST(MAX("order_0"."coordinate") - MIN("order_0"."coordinate"), 6983776800) + LEAST(MAX("order_1"."coordinate") - MIN("order_1"."coordinate"), 6983776800) AS "width_side"
      FROM "spots_0" AS "spots"
      JOIN "candidates"
        ON "spots"."part" = "candidates"."part"
      JOIN "order_0"
        ON "x0" = "order_0"."position"
      JOIN "order_1"
        ON "x1" = "order_1"."position"
      GROUP BY
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END
    ) AS "boxes"
    GROUP BY
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part"
  ) AS "losses"
) AS "ranked"
WHERE
  "choice" = 1;

-- presence
/* Which of its candidates cuts each open part, now that the boxes around both sides are known? */
/* Reads the open spots, the candidates, and the values of all quasi-identifiers in their order. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no candidate. */
SELECT
  "part",
  "axis",
  "position",
  ROW_NUMBER() OVER (ORDER BY "part") - 1 AS "cut",
  "below_is_open",
  "rest_is_open"
FROM (
  SELECT
    "part",
    "axis",
    "position",
    "below_is_open",
    "rest_is_open",
    ROW_NUMBER() OVER (PARTITION BY "part" ORDER BY "loss", "axis") AS "choice"
  FROM (
    SELECT
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part",
      SUM(
        CASE
          WHEN CAST("private_side" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST(CAST("private_side" AS DOUBLE PRECISION) * CAST("width_side" AS DOUBLE PRECISION) AS DOUBLE PRECISION) / SQRT(
            SQRT(
              SQRT(
                CAST(1 AS DOUBLE PRECISION) + (
                  CAST(32 AS DOUBLE PRECISION) * LEAST(
                    (
                      (
                        CAST("public_side" AS DOUBLE PRECISION) * CAST(2 AS DOUBLE PRECISION) / CAST(3 AS DOUBLE PRECISION)
                      ) - CAST("private_side" AS DOUBLE PRECISION)
                    ),
                    CAST("private_side" AS DOUBLE PRECISION) - (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    )
                  ) * LEAST(
                    (
                      (
                        CAST("public_side" AS DOUBLE PRECISION) * CAST(2 AS DOUBLE PRECISION) / CAST(3 AS DOUBLE PRECISION)
                      ) - CAST("private_side" AS DOUBLE PRECISION)
                    ),
                    CAST("private_side" AS DOUBLE PRECISION) - (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    )
                  ) / CAST("private_side" AS DOUBLE PRECISION)
                )
              )
            )
          )
        END
      ) AS "loss",
      MAX(CASE WHEN "side" = 0 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "below_is_open",
      MAX(CASE WHEN "side" = 1 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "rest_is_open"
    FROM (
      SELECT
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END AS "side",
        CAST(SUM("public_count") AS BIGINT) AS "public_side",
        CAST(SUM("private_count") AS BIGINT) AS "private_side",
        LEAST(MAX("order_0"."coordinate") - MIN("order_0"."coordinate"), 6983776800) + LEAST(MAX("order_1"."coordinate") - MIN("order_1"."coordinate"), 6983776800) AS "width_side"
      FROM "spots_0" AS "spots"
      JOIN "candidates"
        ON "spots"."part" = "candidates"."part"
      JOIN "order_0"
        ON "x0" = "order_0"."position"
      JOIN "order_1"
        ON "x1" = "order_1"."position"
      GROUP BY
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END
    ) AS "boxes"
    GROUP BY
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part"
  ) AS "losses"
) AS "ranked"
WHERE
  "choice" = 1;

-- presence at most 1/20, 5-anonymity
/* Which of its candidates cuts each open part, now that the boxes around both sides are known? */
/* Reads the open spots, the candidates, and the values of all quasi-identifiers in their order. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no candidate. */
SELECT
  "part",
  "axis",
  "position",
  ROW_NUMBER() OVER (ORDER BY "part") - 1 AS "cut",
  "below_is_open",
  "rest_is_open"
FROM (
  SELECT
    "part",
    "axis",
    "position",
    "below_is_open",
    "rest_is_open",
    ROW_NUMBER() OVER (PARTITION BY "part" ORDER BY "loss", "axis") AS "choice"
  FROM (
    SELECT
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part",
      SUM(
        CASE
          WHEN CAST("private_side" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST(CAST("private_side" AS DOUBLE PRECISION) * CAST("width_side" AS DOUBLE PRECISION) AS DOUBLE PRECISION) / SQRT(
            SQRT(
              SQRT(
                CAST(1 AS DOUBLE PRECISION) + (
                  CAST(32 AS DOUBLE PRECISION) * (
                    (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(20 AS DOUBLE PRECISION)
                    ) - CAST("private_side" AS DOUBLE PRECISION)
                  ) * (
                    (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(20 AS DOUBLE PRECISION)
                    ) - CAST("private_side" AS DOUBLE PRECISION)
                  ) / CAST("private_side" AS DOUBLE PRECISION)
                )
              )
            )
          )
        END
      ) AS "loss",
      MAX(CASE WHEN "side" = 0 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "below_is_open",
      MAX(CASE WHEN "side" = 1 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "rest_is_open"
    FROM (
      SELECT
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END AS "side",
        CAST(SUM("public_count") AS BIGINT) AS "public_side",
        CAST(SUM("private_count") AS BIGINT) AS "private_side",
        LEAST(MAX("order_0"."coordinate") - MIN("order_0"."coordinate"), 6983776800) + LEAST(MAX("order_1"."coordinate") - MIN("order_1"."coordinate"), 6983776800) AS "width_side"
      FROM "spots_0" AS "spots"
      JOIN "candidates"
        ON "spots"."part" = "candidates"."part"
      JOIN "order_0"
        ON "x0" = "order_0"."position"
      JOIN "order_1"
        ON "x1" = "order_1"."position"
      GROUP BY
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END
    ) AS "boxes"
    GROUP BY
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part"
  ) AS "losses"
) AS "ranked"
WHERE
  "choice" = 1;

-- presence, columns in rotation
/* Which of its candidates cuts each open part, now that the boxes around both sides are known? */
/* Reads the open spots, the candidates, and the values of all quasi-identifiers in their order. */
/* One row: a part with its best admissible cut, the number of the cut, and the sides that hold rows of T; none if it has no candidate. */
SELECT
  "part",
  "axis",
  "position",
  ROW_NUMBER() OVER (ORDER BY "part") - 1 AS "cut",
  "below_is_open",
  "rest_is_open"
FROM (
  SELECT
    "part",
    "axis",
    "position",
    "below_is_open",
    "rest_is_open",
    ROW_NUMBER() OVER (
      PARTITION BY "part"
      ORDER BY (
        (
          "axis" - "last_axis" - 1
        ) + 2
      ) % 2, "loss", "axis"
    ) AS "choice"
  FROM (
    SELECT
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part",
      SUM(
        CASE
          WHEN CAST("private_side" AS DOUBLE PRECISION) = 0
          THEN CAST(0 AS DOUBLE PRECISION)
          ELSE CAST(CAST("private_side" AS DOUBLE PRECISION) * CAST("width_side" AS DOUBLE PRECISION) AS DOUBLE PRECISION) / SQRT(
            SQRT(
              SQRT(
                CAST(1 AS DOUBLE PRECISION) + (
                  CAST(32 AS DOUBLE PRECISION) * LEAST(
                    (
                      (
                        CAST("public_side" AS DOUBLE PRECISION) * CAST(2 AS DOUBLE PRECISION) / CAST(3 AS DOUBLE PRECISION)
                      ) - CAST("private_side" AS DOUBLE PRECISION)
                    ),
                    CAST("private_side" AS DOUBLE PRECISION) - (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    )
                  ) * LEAST(
                    (
                      (
                        CAST("public_side" AS DOUBLE PRECISION) * CAST(2 AS DOUBLE PRECISION) / CAST(3 AS DOUBLE PRECISION)
                      ) - CAST("private_side" AS DOUBLE PRECISION)
                    ),
                    CAST("private_side" AS DOUBLE PRECISION) - (
                      CAST("public_side" AS DOUBLE PRECISION) * CAST(1 AS DOUBLE PRECISION) / CAST(2 AS DOUBLE PRECISION)
                    )
                  ) / CAST("private_side" AS DOUBLE PRECISION)
                )
              )
            )
          )
        END
      ) AS "loss",
      MAX(CASE WHEN "side" = 0 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "below_is_open",
      MAX(CASE WHEN "side" = 1 AND "private_side" > 0 THEN 1 ELSE 0 END) AS "rest_is_open"
    FROM (
      SELECT
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END AS "side",
        CAST(SUM("public_count") AS BIGINT) AS "public_side",
        CAST(SUM("private_count") AS BIGINT) AS "private_side",
        LEAST(MAX("order_0"."coordinate") - MIN("order_0"."coordinate"), 6983776800) + LEAST(MAX("order_1"."coordinate") - MIN("order_1"."coordinate"), 6983776800) AS "width_side"
      FROM "spots_0" AS "spots"
      JOIN "candidates"
        ON "spots"."part" = "candidates"."part"
      JOIN "order_0"
        ON "x0" = "order_0"."position"
      JOIN "order_1"
        ON "x1" = "order_1"."position"
      GROUP BY
        "candidates"."part",
        "candidates"."last_axis",
        "candidates"."axis",
        "candidates"."position",
        "candidates"."values_in_part",
        CASE
          WHEN CASE "candidates"."axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END < "candidates"."position"
          THEN 0
          ELSE 1
        END
    ) AS "boxes"
    GROUP BY
      "part",
      "last_axis",
      "axis",
      "position",
      "values_in_part"
  ) AS "losses"
) AS "ranked"
WHERE
  "choice" = 1;
