-- rare people climb along columns
/* What does the next level of each quasi-identifier do to those who go on? */
/* Reads the tuples that come to a node, and the leaves of each quasi-identifier that is below its root there. */
/* One row: a quasi-identifier by number; pairs of these people with equal labels, now and on the next level; how many leaves more their labels stand for there; leaves of the hierarchy. */
SELECT
  0 AS "quasi_identifier",
  CAST(SUM("people" * "people") AS DECIMAL(38, 0)) AS "alike",
  CAST(SUM("people" * "people_above") AS DECIMAL(38, 0)) AS "alike_above",
  CAST(SUM("people" * "more_leaves") AS DECIMAL(38, 0)) AS "more_leaves",
  MAX("leaf_count") AS "leaf_count"
FROM (
  SELECT
    "people",
    CAST(SUM("people") OVER (PARTITION BY "next_code") AS DECIMAL(19, 0)) AS "people_above",
    "more_leaves",
    "leaf_count"
  FROM (
    SELECT
      "q0_level_0" AS "code",
      CAST(SUM("public_count") AS DECIMAL(19, 0)) AS "people"
    FROM "climbers_1"
    WHERE
      NOT "class_people" >= 4
    GROUP BY
      "q0_level_0"
  ) AS "labels_left"
  JOIN (
    SELECT
      "code_0" AS "code",
      MAX("code_1") AS "next_code",
      CAST(MAX("leaves_1") - MAX("leaves_0") AS DECIMAL(19, 0)) AS "more_leaves",
      MAX("leaves_2") AS "leaf_count"
    FROM "leaves_0"
    GROUP BY
      "code_0"
  ) AS "labels"
    ON "labels"."code" = "labels_left"."code"
) AS "counted"
UNION ALL
SELECT
  1 AS "quasi_identifier",
  CAST(SUM("people" * "people") AS DECIMAL(38, 0)) AS "alike",
  CAST(SUM("people" * "people_above") AS DECIMAL(38, 0)) AS "alike_above",
  CAST(SUM("people" * "more_leaves") AS DECIMAL(38, 0)) AS "more_leaves",
  MAX("leaf_count") AS "leaf_count"
FROM (
  SELECT
    "people",
    CAST(SUM("people") OVER (PARTITION BY "next_code") AS DECIMAL(19, 0)) AS "people_above",
    "more_leaves",
    "leaf_count"
  FROM (
    SELECT
      "q1_level_0" AS "code",
      CAST(SUM("public_count") AS DECIMAL(19, 0)) AS "people"
    FROM "climbers_1"
    WHERE
      NOT "class_people" >= 4
    GROUP BY
      "q1_level_0"
  ) AS "labels_left"
  JOIN (
    SELECT
      "code_0" AS "code",
      MAX("code_1") AS "next_code",
      CAST(MAX("leaves_1") - MAX("leaves_0") AS DECIMAL(19, 0)) AS "more_leaves",
      MAX("leaves_2") AS "leaf_count"
    FROM "leaves_1"
    GROUP BY
      "code_0"
  ) AS "labels"
    ON "labels"."code" = "labels_left"."code"
) AS "counted";
