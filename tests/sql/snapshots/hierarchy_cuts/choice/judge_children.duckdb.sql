-- parts along the hierarchies
/* Which labels one level down has each open part, and which of their people violate the models? */
/* Reads the children of the parts, the labels, the parts, and children whose sensitive values violate a model where there are any. */
/* One row: a label of a part with its level, place and number, its rows of P and of T, what a row gains by it and loses in all, 1 if it fails, 1 if it stays in the rest whatever else does, and its expected loss. */
SELECT
  *,
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS "fails",
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    OR "counted_rows" = 0
    THEN 1
    ELSE 0
  END AS "stays",
  CAST(FLOOR(
    CAST(65536 AS DOUBLE) * CASE
      WHEN CAST("private_count" AS DOUBLE) = 0
      THEN CAST(0 AS DOUBLE)
      ELSE CAST("private_count" AS DOUBLE) * (
        CAST("width_count" AS DOUBLE) / CAST(2 AS DOUBLE)
      ) / SQRT(
        SQRT(
          SQRT(
            CAST(1 AS DOUBLE) + (
              CAST(32 AS DOUBLE) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) / CAST("private_count" AS DOUBLE)
            )
          )
        )
      )
    END
  ) AS BIGINT) AS "expected"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "labels"."level",
    "labels"."place" AS "label_place",
    "labels"."number" AS "label",
    "labels"."gain",
    "labels"."width_above",
    "parts"."width",
    "parts"."width" - "labels"."gain" AS "width_count",
    "parts"."last_axis",
    "children"."private_count" AS "counted_rows"
  FROM (
    SELECT
      "part",
      0 AS "axis",
      "child_0" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_0"
    WHERE
      NOT "child_0" IS NULL
    GROUP BY
      "part",
      "child_0"
    UNION ALL
    SELECT
      "part",
      1 AS "axis",
      "child_1" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_0"
    WHERE
      NOT "child_1" IS NULL
    GROUP BY
      "part",
      "child_1"
  ) AS "children"
  JOIN "cut_parts_0" AS "parts"
    ON "children"."part" = "parts"."part"
  JOIN "cut_labels" AS "labels"
    ON "children"."axis" = "labels"."axis"
    AND "children"."code" = "labels"."code"
    AND "labels"."level" = CASE "children"."axis"
      WHEN 0
      THEN "parts"."open_0" - 1
      WHEN 1
      THEN "parts"."open_1" - 1
    END
) AS "labelled";

-- parts along the hierarchies, a rest and a column kept
/* Which labels one level down has each open part, and which of their people violate the models? */
/* Reads the children of the parts, the labels, the parts, and children whose sensitive values violate a model where there are any. */
/* One row: a label of a part with its level, place and number, its rows of P and of T, what a row gains by it and loses in all, 1 if it fails, 1 if it stays in the rest whatever else does, and its expected loss. */
SELECT
  *,
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    THEN 1
    ELSE 0
  END AS "fails",
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    OR "counted_rows" = 0
    THEN 1
    ELSE 0
  END AS "stays",
  CAST(FLOOR(
    CAST(65536 AS DOUBLE) * CASE
      WHEN CAST("private_count" AS DOUBLE) = 0
      THEN CAST(0 AS DOUBLE)
      ELSE CAST("private_count" AS DOUBLE) * (
        CAST("width_count" AS DOUBLE) / CAST(2 AS DOUBLE)
      ) / SQRT(
        SQRT(
          SQRT(
            CAST(1 AS DOUBLE) + (
              CAST(32 AS DOUBLE) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) / CAST("private_count" AS DOUBLE)
            )
          )
        )
      )
    END
  ) AS BIGINT) AS "expected"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "labels"."level",
    "labels"."place" AS "label_place",
    "labels"."number" AS "label",
    "labels"."gain",
    "labels"."width_above",
    "parts"."width",
    "parts"."width" - "labels"."gain" AS "width_count",
    "parts"."last_axis",
    "children"."private_count" AS "counted_rows"
  FROM (
    SELECT
      "part",
      0 AS "axis",
      "child_0" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_1"
    WHERE
      NOT "child_0" IS NULL
    GROUP BY
      "part",
      "child_0"
    UNION ALL
    SELECT
      "part",
      1 AS "axis",
      "child_1" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_1"
    WHERE
      NOT "child_1" IS NULL
    GROUP BY
      "part",
      "child_1"
  ) AS "children"
  JOIN "cut_parts_1" AS "parts"
    ON "children"."part" = "parts"."part"
  JOIN "cut_labels" AS "labels"
    ON "children"."axis" = "labels"."axis"
    AND "children"."code" = "labels"."code"
    AND "labels"."level" = CASE "children"."axis"
      WHEN 0
      THEN "parts"."open_0" - 1
      WHEN 1
      THEN "parts"."open_1" - 1
    END
) AS "labelled";

-- parts along the hierarchies, a rest kept and a column protected
/* Which labels one level down has each open part, and which of their people violate the models? */
/* Reads the children of the parts, the labels, the parts, and children whose sensitive values violate a model where there are any. */
/* One row: a label of a part with its level, place and number, its rows of P and of T, what a row gains by it and loses in all, 1 if it fails, 1 if it stays in the rest whatever else does, and its expected loss. */
SELECT
  *,
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    OR "is_unprotected" = 1
    THEN 1
    ELSE 0
  END AS "fails",
  CASE
    WHEN (
      CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
    ) > (
      CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    )
    OR "is_unprotected" = 1
    OR "counted_rows" = 0
    THEN 1
    ELSE 0
  END AS "stays",
  CAST(FLOOR(
    CAST(65536 AS DOUBLE) * CASE
      WHEN CAST("private_count" AS DOUBLE) = 0
      THEN CAST(0 AS DOUBLE)
      ELSE CAST("private_count" AS DOUBLE) * (
        CAST("width_count" AS DOUBLE) / CAST(2 AS DOUBLE)
      ) / SQRT(
        SQRT(
          SQRT(
            CAST(1 AS DOUBLE) + (
              CAST(32 AS DOUBLE) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) * (
                (
                  CAST("public_count" AS DOUBLE) * CAST(1 AS DOUBLE) / CAST(2 AS DOUBLE)
                ) - CAST("private_count" AS DOUBLE)
              ) / CAST("private_count" AS DOUBLE)
            )
          )
        )
      )
    END
  ) AS BIGINT) AS "expected"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "labels"."level",
    "labels"."place" AS "label_place",
    "labels"."number" AS "label",
    "labels"."gain",
    "labels"."width_above",
    "parts"."width",
    "parts"."width" - "labels"."gain" AS "width_count",
    "parts"."last_axis",
    CASE WHEN "unprotected"."part" IS NULL THEN 0 ELSE 1 END AS "is_unprotected",
    "children"."private_count" AS "counted_rows"
  FROM (
    SELECT
      "part",
      0 AS "axis",
      "child_0" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_0"
    WHERE
      NOT "child_0" IS NULL
    GROUP BY
      "part",
      "child_0"
    UNION ALL
    SELECT
      "part",
      1 AS "axis",
      "child_1" AS "code",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "cut_tuples_0"
    WHERE
      NOT "child_1" IS NULL
    GROUP BY
      "part",
      "child_1"
  ) AS "children"
  JOIN "cut_parts_0" AS "parts"
    ON "children"."part" = "parts"."part"
  JOIN "cut_labels" AS "labels"
    ON "children"."axis" = "labels"."axis"
    AND "children"."code" = "labels"."code"
    AND "labels"."level" = CASE "children"."axis"
      WHEN 0
      THEN "parts"."open_0" - 1
      WHEN 1
      THEN "parts"."open_1" - 1
    END
  LEFT JOIN (
    SELECT DISTINCT
      "part",
      "axis",
      "code"
    FROM "unprotected_children"
  ) AS "unprotected"
    ON "unprotected"."part" = "children"."part"
    AND "unprotected"."axis" = "children"."axis"
    AND "unprotected"."code" = "children"."code"
) AS "labelled";
