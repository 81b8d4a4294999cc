-- people climb where P is known from tables
/* Which classes are published, as their texts tell them apart? */
/* Reads tuples, the steps on which tuples settled, and the mapping tables of large hierarchies. */
/* One row: a class with its texts, the first step that publishes them, 1 if others do as well, and its rows of P and of T. */
SELECT
  "c0",
  "c1",
  MIN("step") AS "step",
  CASE WHEN MIN("step") < MAX("step") THEN 1 ELSE 0 END AS "is_mixed",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CASE WHEN "settled"."step" = 1 THEN '*' ELSE CAST("tuples"."q0" AS TEXT) END AS "c0",
    CASE WHEN "settled"."step" = 1 THEN '*' ELSE CAST("tuples"."q1" AS TEXT) END AS "c1",
    COALESCE("settled"."step", 0) AS "step",
    "tuples"."public_count",
    "tuples"."private_count"
  FROM "tuples"
  LEFT JOIN "settled"
    ON "tuples"."q0" IS NOT DISTINCT FROM "settled"."q0"
    AND "tuples"."q1" IS NOT DISTINCT FROM "settled"."q1"
) AS "labelled"
GROUP BY
  "c0",
  "c1";

-- rare people climb
/* Which classes are published, as their texts tell them apart? */
/* Reads tuples, the steps on which tuples settled, and the mapping tables of large hierarchies. */
/* One row: a class with its texts, the first step that publishes them, 1 if others do as well, and its rows of P and of T. */
SELECT
  "c0",
  "c1",
  MIN("step") AS "step",
  CASE WHEN MIN("step") < MAX("step") THEN 1 ELSE 0 END AS "is_mixed",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CASE
      WHEN "settled"."step" = 1
      THEN CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END
      WHEN "settled"."step" = 2
      THEN '*'
      WHEN "settled"."step" = 3
      THEN '*'
      ELSE CAST("tuples"."q0" AS TEXT)
    END AS "c0",
    CASE
      WHEN "settled"."step" = 3
      THEN '*'
      ELSE CASE
        WHEN CAST("tuples"."q1" AS TEXT) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
        THEN SUBSTRING(CAST("tuples"."q1" AS TEXT) FROM 1 FOR 7)
      END
    END AS "c1",
    COALESCE("settled"."step", 0) AS "step",
    "tuples"."public_count",
    "tuples"."private_count"
  FROM "tuples"
  LEFT JOIN "settled"
    ON "tuples"."q0" IS NOT DISTINCT FROM "settled"."q0"
    AND "tuples"."q1" IS NOT DISTINCT FROM "settled"."q1"
) AS "labelled"
GROUP BY
  "c0",
  "c1";

-- rare people climb along columns
/* Which classes are published, as their texts tell them apart? */
/* Reads tuples, the steps on which tuples settled, and the mapping tables of large hierarchies. */
/* One row: a class with its texts, the first step that publishes them, 1 if others do as well, and its rows of P and of T. */
SELECT
  "c0",
  "c1",
  MIN("step") AS "step",
  CASE WHEN MIN("step") < MAX("step") THEN 1 ELSE 0 END AS "is_mixed",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM (
  SELECT
    CASE
      WHEN "settled"."step" = 1
      THEN CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END
      WHEN "settled"."step" = 2
      THEN CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END
      WHEN "settled"."step" = 3
      THEN CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END
      WHEN "settled"."step" = 4
      THEN '*'
      ELSE CAST("tuples"."q0" AS TEXT)
    END AS "c0",
    CASE
      WHEN "settled"."step" = 2
      THEN CASE
        WHEN CAST("tuples"."q1" AS TEXT) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
        THEN SUBSTRING(CAST("tuples"."q1" AS TEXT) FROM 1 FOR 7)
      END
      WHEN "settled"."step" = 3
      THEN '*'
      WHEN "settled"."step" = 4
      THEN '*'
      ELSE CAST("tuples"."q1" AS TEXT)
    END AS "c1",
    COALESCE("settled"."step", 0) AS "step",
    "tuples"."public_count",
    "tuples"."private_count"
  FROM "tuples"
  LEFT JOIN "settled"
    ON "tuples"."q0" IS NOT DISTINCT FROM "settled"."q0"
    AND "tuples"."q1" IS NOT DISTINCT FROM "settled"."q1"
) AS "labelled"
GROUP BY
  "c0",
  "c1";
