-- equal distance
/* Which sensitive values lie on both sides of each cut of an open part, and in how many rows of T? */
/* Reads the rows of T in open parts, and the sensitive values. */
/* One row: a side of a cut and a value that it holds; a cut is told by the rows of T below it, as cuts that part the same rows are alike. */
SELECT
  "part",
  "axis",
  "private_below",
  "side",
  "listed"."position" AS "position",
  "listed"."row_count" AS "rows_0",
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END AS "row_count"
FROM (
  SELECT
    "places"."part",
    "places"."axis",
    "places"."private_below",
    "held"."position",
    "held"."row_count" AS "value_in_part",
    CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
      PARTITION BY "places"."part", "places"."axis", "held"."position"
      ORDER BY "places"."place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_below"
  FROM (
    SELECT
      "part",
      "axis",
      "place",
      CAST(SUM("row_count") OVER (
        PARTITION BY "part", "axis"
        ORDER BY "place"
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) AS "private_below"
    FROM (
      SELECT
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
        SUM("row_count") AS "row_count"
      FROM "open_rows"
      CROSS JOIN (
        SELECT
          0 AS "axis"
        UNION ALL
        SELECT
          1 AS "axis"
      ) AS "axes"
      GROUP BY
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END
    ) AS "on_axes"
  ) AS "places"
  JOIN (
    SELECT
      "part",
      "position",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "open_rows"
    GROUP BY
      "part",
      "position"
  ) AS "held"
    ON "places"."part" = "held"."part"
  LEFT JOIN (
    SELECT
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
      "position",
      SUM("row_count") AS "row_count"
    FROM "open_rows"
    CROSS JOIN (
      SELECT
        0 AS "axis"
      UNION ALL
      SELECT
        1 AS "axis"
    ) AS "axes"
    GROUP BY
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END,
      "position"
  ) AS "counted"
    ON "counted"."part" = "places"."part"
    AND "counted"."axis" = "places"."axis"
    AND "counted"."place" = "places"."place"
    AND "counted"."position" = "held"."position"
) AS "running"
JOIN "sensitive_values_0" AS "listed"
  ON "running"."position" = "listed"."position"
CROSS JOIN (
  SELECT
    0 AS "side"
  UNION ALL
  SELECT
    1 AS "side"
) AS "sides"
WHERE
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END > 0;

-- hierarchical distance
/* Which sensitive values lie on both sides of each cut of an open part, and in how many rows of T? */
/* Reads the rows of T in open parts, and the sensitive values. */
/* One row: a side of a cut and a value that it holds; a cut is told by the rows of T below it, as cuts that part the same rows are alike. */
SELECT
  "part",
  "axis",
  "private_below",
  "side",
  "listed"."position" AS "position",
  "listed"."row_count" AS "rows_0",
  "listed"."value_1" AS "value_1",
  "listed"."rows_1" AS "rows_1",
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END AS "row_count"
FROM (
  SELECT
    "places"."part",
    "places"."axis",
    "places"."private_below",
    "held"."position",
    "held"."row_count" AS "value_in_part",
    CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
      PARTITION BY "places"."part", "places"."axis", "held"."position"
      ORDER BY "places"."place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_below"
  FROM (
    SELECT
      "part",
      "axis",
      "place",
      CAST(SUM("row_count") OVER (
        PARTITION BY "part", "axis"
        ORDER BY "place"
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) AS "private_below"
    FROM (
      SELECT
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
        SUM("row_count") AS "row_count"
      FROM "open_rows"
      CROSS JOIN (
        SELECT
          0 AS "axis"
        UNION ALL
        SELECT
          1 AS "axis"
      ) AS "axes"
      GROUP BY
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END
    ) AS "on_axes"
  ) AS "places"
  JOIN (
    SELECT
      "part",
      "position",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "open_rows"
    GROUP BY
      "part",
      "position"
  ) AS "held"
    ON "places"."part" = "held"."part"
  LEFT JOIN (
    SELECT
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
      "position",
      SUM("row_count") AS "row_count"
    FROM "open_rows"
    CROSS JOIN (
      SELECT
        0 AS "axis"
      UNION ALL
      SELECT
        1 AS "axis"
    ) AS "axes"
    GROUP BY
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END,
      "position"
  ) AS "counted"
    ON "counted"."part" = "places"."part"
    AND "counted"."axis" = "places"."axis"
    AND "counted"."place" = "places"."place"
    AND "counted"."position" = "held"."position"
) AS "running"
JOIN "sensitive_values_0" AS "listed"
  ON "running"."position" = "listed"."position"
CROSS JOIN (
  SELECT
    0 AS "side"
  UNION ALL
  SELECT
    1 AS "side"
) AS "sides"
WHERE
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END > 0;

-- hierarchical distance, many values
/* Which sensitive values lie on both sides of each cut of an open part, and in how many rows of T? */
/* Reads the rows of T in open parts, and the sensitive values. */
/* One row: a side of a cut and a value that it holds; a cut is told by the rows of T below it, as cuts that part the same rows are alike. */
SELECT
  "part",
  "axis",
  "private_below",
  "side",
  "listed"."position" AS "position",
  "listed"."row_count" AS "rows_0",
  "listed"."value_1" AS "value_1",
  "listed"."rows_1" AS "rows_1",
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END AS "row_count"
FROM (
  SELECT
    "places"."part",
    "places"."axis",
    "places"."private_below",
    "held"."position",
    "held"."row_count" AS "value_in_part",
    CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
      PARTITION BY "places"."part", "places"."axis", "held"."position"
      ORDER BY "places"."place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_below"
  FROM (
    SELECT
      "part",
      "axis",
      "place",
      CAST(SUM("row_count") OVER (
        PARTITION BY "part", "axis"
        ORDER BY "place"
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) AS "private_below"
    FROM (
      SELECT
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
        SUM("row_count") AS "row_count"
      FROM "open_rows"
      CROSS JOIN (
        SELECT
          0 AS "axis"
        UNION ALL
        SELECT
          1 AS "axis"
      ) AS "axes"
      GROUP BY
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END
    ) AS "on_axes"
  ) AS "places"
  JOIN (
    SELECT
      "part",
      "position",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "open_rows"
    GROUP BY
      "part",
      "position"
  ) AS "held"
    ON "places"."part" = "held"."part"
  LEFT JOIN (
    SELECT
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
      "position",
      SUM("row_count") AS "row_count"
    FROM "open_rows"
    CROSS JOIN (
      SELECT
        0 AS "axis"
      UNION ALL
      SELECT
        1 AS "axis"
    ) AS "axes"
    GROUP BY
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END,
      "position"
  ) AS "counted"
    ON "counted"."part" = "places"."part"
    AND "counted"."axis" = "places"."axis"
    AND "counted"."place" = "places"."place"
    AND "counted"."position" = "held"."position"
) AS "running"
JOIN "sensitive_values_0" AS "listed"
  ON "running"."position" = "listed"."position"
CROSS JOIN (
  SELECT
    0 AS "side"
  UNION ALL
  SELECT
    1 AS "side"
) AS "sides"
WHERE
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END > 0;

-- ordered distance
/* Which sensitive values lie on both sides of each cut of an open part, and in how many rows of T? */
/* Reads the rows of T in open parts, and the sensitive values. */
/* One row: a side of a cut and a value that it holds; a cut is told by the rows of T below it, as cuts that part the same rows are alike. */
SELECT
  "part",
  "axis",
  "private_below",
  "side",
  "listed"."position" AS "position",
  "listed"."row_count" AS "rows_0",
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END AS "row_count"
FROM (
  SELECT
    "places"."part",
    "places"."axis",
    "places"."private_below",
    "held"."position",
    "held"."row_count" AS "value_in_part",
    CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
      PARTITION BY "places"."part", "places"."axis", "held"."position"
      ORDER BY "places"."place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_below"
  FROM (
    SELECT
      "part",
      "axis",
      "place",
      CAST(SUM("row_count") OVER (
        PARTITION BY "part", "axis"
        ORDER BY "place"
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) AS "private_below"
    FROM (
      SELECT
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
        SUM("row_count") AS "row_count"
      FROM "open_rows"
      CROSS JOIN (
        SELECT
          0 AS "axis"
        UNION ALL
        SELECT
          1 AS "axis"
      ) AS "axes"
      GROUP BY
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END
    ) AS "on_axes"
  ) AS "places"
  JOIN (
    SELECT
      "part",
      "position",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "open_rows"
    GROUP BY
      "part",
      "position"
  ) AS "held"
    ON "places"."part" = "held"."part"
  LEFT JOIN (
    SELECT
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
      "position",
      SUM("row_count") AS "row_count"
    FROM "open_rows"
    CROSS JOIN (
      SELECT
        0 AS "axis"
      UNION ALL
      SELECT
        1 AS "axis"
    ) AS "axes"
    GROUP BY
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END,
      "position"
  ) AS "counted"
    ON "counted"."part" = "places"."part"
    AND "counted"."axis" = "places"."axis"
    AND "counted"."place" = "places"."place"
    AND "counted"."position" = "held"."position"
) AS "running"
JOIN "sensitive_values_0" AS "listed"
  ON "running"."position" = "listed"."position"
CROSS JOIN (
  SELECT
    0 AS "side"
  UNION ALL
  SELECT
    1 AS "side"
) AS "sides"
WHERE
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END > 0;

-- ordered distance, a list
/* Which sensitive values lie on both sides of each cut of an open part, and in how many rows of T? */
/* Reads the rows of T in open parts, and the sensitive values. */
/* One row: a side of a cut and a value that it holds; a cut is told by the rows of T below it, as cuts that part the same rows are alike. */
SELECT
  "part",
  "axis",
  "private_below",
  "side",
  "listed"."position" AS "position",
  "listed"."row_count" AS "rows_0",
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END AS "row_count"
FROM (
  SELECT
    "places"."part",
    "places"."axis",
    "places"."private_below",
    "held"."position",
    "held"."row_count" AS "value_in_part",
    CAST(SUM(COALESCE("counted"."row_count", 0)) OVER (
      PARTITION BY "places"."part", "places"."axis", "held"."position"
      ORDER BY "places"."place"
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS "value_below"
  FROM (
    SELECT
      "part",
      "axis",
      "place",
      CAST(SUM("row_count") OVER (
        PARTITION BY "part", "axis"
        ORDER BY "place"
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) AS "private_below"
    FROM (
      SELECT
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
        SUM("row_count") AS "row_count"
      FROM "open_rows"
      CROSS JOIN (
        SELECT
          0 AS "axis"
        UNION ALL
        SELECT
          1 AS "axis"
      ) AS "axes"
      GROUP BY
        "part",
        "axis",
        CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END
    ) AS "on_axes"
  ) AS "places"
  JOIN (
    SELECT
      "part",
      "position",
      CAST(SUM("row_count") AS BIGINT) AS "row_count"
    FROM "open_rows"
    GROUP BY
      "part",
      "position"
  ) AS "held"
    ON "places"."part" = "held"."part"
  LEFT JOIN (
    SELECT
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END AS "place",
      "position",
      SUM("row_count") AS "row_count"
    FROM "open_rows"
    CROSS JOIN (
      SELECT
        0 AS "axis"
      UNION ALL
      SELECT
        1 AS "axis"
    ) AS "axes"
    GROUP BY
      "part",
      "axis",
      CASE "axis" WHEN 0 THEN "x0" WHEN 1 THEN "x1" END,
      "position"
  ) AS "counted"
    ON "counted"."part" = "places"."part"
    AND "counted"."axis" = "places"."axis"
    AND "counted"."place" = "places"."place"
    AND "counted"."position" = "held"."position"
) AS "running"
JOIN "sensitive_values_0" AS "listed"
  ON "running"."position" = "listed"."position"
CROSS JOIN (
  SELECT
    0 AS "side"
  UNION ALL
  SELECT
    1 AS "side"
) AS "sides"
WHERE
  CASE WHEN "side" = 0 THEN "value_below" ELSE "value_in_part" - "value_below" END > 0;
