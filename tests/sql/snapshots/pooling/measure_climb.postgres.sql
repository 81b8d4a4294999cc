-- three steps
/* What do the rows of T that climbed lose in each quasi-identifier, at the start and where they settled? */
/* Reads the steps on which tuples settled, and the leaves of each quasi-identifier. */
/* One row: a quasi-identifier, 1 for where they settled or 0 for the start, the rows of T that a label stands for on its level, these rows of T among those that climbed, and the sum of (leaves under the label - 1) over them. */
SELECT
  0 AS "quasi_identifier",
  0 AS "has_settled",
  "labelled"."label_rows_0" AS "label_rows",
  CAST(SUM("settled"."private_count") AS BIGINT) AS "private_rows",
  CAST(SUM("settled"."private_count" * (
    "labelled"."leaves_0" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM "settled"
JOIN (
  SELECT
    "value",
    "leaves_0",
    CAST(SUM("private_count") OVER (PARTITION BY "code_0") AS BIGINT) AS "label_rows_0"
  FROM "leaves_0"
) AS "labelled"
  ON "settled"."q0" IS NOT DISTINCT FROM "labelled"."value"
WHERE
  "settled"."private_count" > 0
GROUP BY
  "labelled"."label_rows_0"
UNION ALL
SELECT
  0 AS "quasi_identifier",
  1 AS "has_settled",
  CASE
    WHEN "settled"."step" = 1
    THEN "labelled"."label_rows_1"
    WHEN "settled"."step" = 2
    THEN "labelled"."label_rows_2"
    ELSE "labelled"."label_rows_0"
  END AS "label_rows",
  CAST(SUM("settled"."private_count") AS BIGINT) AS "private_rows",
  CAST(SUM(
    "settled"."private_count" * (
      CASE
        WHEN "settled"."step" = 1
        THEN "labelled"."leaves_1"
        WHEN "settled"."step" = 2
        THEN "labelled"."leaves_2"
        ELSE "labelled"."leaves_0"
      END - 1
    )
  ) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM "settled"
JOIN (
  SELECT
    "value",
    "leaves_0",
    CAST(SUM("private_count") OVER (PARTITION BY "code_0") AS BIGINT) AS "label_rows_0",
    "leaves_1",
    CAST(SUM("private_count") OVER (PARTITION BY "code_1") AS BIGINT) AS "label_rows_1",
    "leaves_2",
    CAST(SUM("private_count") OVER (PARTITION BY "code_2") AS BIGINT) AS "label_rows_2"
  FROM "leaves_0"
) AS "labelled"
  ON "settled"."q0" IS NOT DISTINCT FROM "labelled"."value"
WHERE
  "settled"."private_count" > 0
GROUP BY
  CASE
    WHEN "settled"."step" = 1
    THEN "labelled"."label_rows_1"
    WHEN "settled"."step" = 2
    THEN "labelled"."label_rows_2"
    ELSE "labelled"."label_rows_0"
  END
UNION ALL
SELECT
  1 AS "quasi_identifier",
  0 AS "has_settled",
  "labelled"."label_rows_0" AS "label_rows",
  CAST(SUM("settled"."private_count") AS BIGINT) AS "private_rows",
  CAST(SUM("settled"."private_count" * (
    "labelled"."leaves_0" - 1
  )) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM "settled"
JOIN (
  SELECT
    "value",
    "leaves_0",
    CAST(SUM("private_count") OVER (PARTITION BY "code_0") AS BIGINT) AS "label_rows_0"
  FROM "leaves_1"
) AS "labelled"
  ON "settled"."q1" IS NOT DISTINCT FROM "labelled"."value"
WHERE
  "settled"."private_count" > 0
GROUP BY
  "labelled"."label_rows_0"
UNION ALL
SELECT
  1 AS "quasi_identifier",
  1 AS "has_settled",
  CASE
    WHEN "settled"."step" = 2
    THEN "labelled"."label_rows_2"
    ELSE "labelled"."label_rows_0"
  END AS "label_rows",
  CAST(SUM("settled"."private_count") AS BIGINT) AS "private_rows",
  CAST(SUM(
    "settled"."private_count" * (
      CASE
        WHEN "settled"."step" = 2
        THEN "labelled"."leaves_2"
        ELSE "labelled"."leaves_0"
      END - 1
    )
  ) AS DECIMAL(38, 0)) AS "leaves_lost"
FROM "settled"
JOIN (
  SELECT
    "value",
    "leaves_0",
    CAST(SUM("private_count") OVER (PARTITION BY "code_0") AS BIGINT) AS "label_rows_0",
    "leaves_2",
    CAST(SUM("private_count") OVER (PARTITION BY "code_2") AS BIGINT) AS "label_rows_2"
  FROM "leaves_1"
) AS "labelled"
  ON "settled"."q1" IS NOT DISTINCT FROM "labelled"."value"
WHERE
  "settled"."private_count" > 0
GROUP BY
  CASE
    WHEN "settled"."step" = 2
    THEN "labelled"."label_rows_2"
    ELSE "labelled"."label_rows_0"
  END;
