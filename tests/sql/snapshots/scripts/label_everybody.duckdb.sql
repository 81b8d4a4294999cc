-- a table of its own
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables: first texts, then labels, and last what is wrong. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
WITH "everybody" AS (
  SELECT
    CAST("town" AS TEXT) AS "town",
    CAST("born" AS TEXT) AS "born",
    COUNT(*) AS "public_count",
    0 AS "private_count"
  FROM "public_table"
  GROUP BY
    1,
    2
  UNION ALL
  SELECT
    CAST("town" AS TEXT),
    CAST("born" AS TEXT),
    0,
    1
  FROM "private_table"
), "labels" AS (
  SELECT
    "labels_town"."label" AS "town",
    CASE
      WHEN REGEXP_MATCHES("everybody"."born", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
      THEN SUBSTRING("everybody"."born", 1, 7)
    END AS "born",
    "public_count",
    "private_count",
    "labels_town"."label_count" AS "count_town",
    SUM("private_count" - "public_count") OVER (PARTITION BY "everybody"."town", "everybody"."born") AS "excess"
  FROM "everybody"
  LEFT JOIN (
    SELECT
      "value",
      "label",
      COUNT(*) OVER (PARTITION BY "value") AS "label_count"
    FROM (
      SELECT DISTINCT
        CAST("town" AS TEXT) AS "value",
        CAST("county" AS TEXT) AS "label"
      FROM "hierarchy_0"
    ) AS "listed"
  ) AS "labels_town"
    ON "everybody"."town" IS NOT DISTINCT FROM "labels_town"."value"
)
SELECT
  "town",
  "born",
  "public_count",
  "private_count",
  CASE
    WHEN "count_town" IS NULL
    THEN 'town has no label'
    WHEN "count_town" > 1
    THEN 'town has several labels'
    WHEN "born" IS NULL
    THEN 'born has no label'
    WHEN "excess" > 0
    THEN 'T has more rows with these values than P has people'
  END AS "problem"
FROM "labels";

-- counts
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables: first texts, then labels, and last what is wrong. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
WITH "everybody" AS (
  SELECT
    CAST("town" AS TEXT) AS "town",
    CAST("born" AS TEXT) AS "born",
    CAST(SUM(CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT) AS "public_count",
    0 AS "private_count"
  FROM "public_table"
  WHERE
    CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT) > 0
  GROUP BY
    1,
    2
  UNION ALL
  SELECT
    CAST("town" AS TEXT),
    CAST("born" AS TEXT),
    0,
    CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT)
  FROM "private_table"
  WHERE
    CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT) > 0
), "labels" AS (
  SELECT
    "labels_town"."label" AS "town",
    CASE
      WHEN REGEXP_MATCHES("everybody"."born", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
      THEN SUBSTRING("everybody"."born", 1, 7)
    END AS "born",
    "public_count",
    "private_count",
    "labels_town"."label_count" AS "count_town",
    SUM("private_count" - "public_count") OVER (PARTITION BY "everybody"."town", "everybody"."born") AS "excess"
  FROM "everybody"
  LEFT JOIN (
    SELECT
      "value",
      "label",
      COUNT(*) OVER (PARTITION BY "value") AS "label_count"
    FROM (
      SELECT DISTINCT
        CAST("town" AS TEXT) AS "value",
        CAST("county" AS TEXT) AS "label"
      FROM "hierarchy_0"
    ) AS "listed"
  ) AS "labels_town"
    ON "everybody"."town" IS NOT DISTINCT FROM "labels_town"."value"
)
SELECT
  "town",
  "born",
  "public_count",
  "private_count",
  CASE
    WHEN (
      SELECT
        COUNT(*)
      FROM "public_table"
      WHERE
        NOT CASE
          WHEN CAST("people" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
          THEN CAST("people" AS DECIMAL(38, 9)) = CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT)
          AND (
            CAST("people" AS DOUBLE) = CAST(CAST("people" AS DECIMAL(38, 9)) AS DOUBLE)
            AND NOT REGEXP_MATCHES(CAST("people" AS TEXT), '[.][0-9]*[1-9][0-9]*$')
          )
          ELSE FALSE
        END
    ) > 0
    THEN 'P has counts in people that are no whole numbers'
    WHEN (
      SELECT
        CAST(SUM(CAST(CAST("people" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT)
      FROM "public_table"
    ) > 1000000000000
    THEN 'P has more than 1000000000000 people'
    WHEN (
      SELECT
        COUNT(*)
      FROM "private_table"
      WHERE
        NOT CASE
          WHEN CAST("cases" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
          THEN CAST("cases" AS DECIMAL(38, 9)) = CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT)
          AND (
            CAST("cases" AS DOUBLE) = CAST(CAST("cases" AS DECIMAL(38, 9)) AS DOUBLE)
            AND NOT REGEXP_MATCHES(CAST("cases" AS TEXT), '[.][0-9]*[1-9][0-9]*$')
          )
          ELSE FALSE
        END
    ) > 0
    THEN 'T has counts in cases that are no whole numbers'
    WHEN (
      SELECT
        CAST(SUM(CAST(CAST("cases" AS DECIMAL(38, 9)) AS BIGINT)) AS BIGINT)
      FROM "private_table"
    ) > 1000000000000
    THEN 'T has more than 1000000000000 people'
    WHEN "count_town" IS NULL
    THEN 'town has no label'
    WHEN "count_town" > 1
    THEN 'town has several labels'
    WHEN "born" IS NULL
    THEN 'born has no label'
    WHEN "excess" > 0
    THEN 'T has more rows with these values than P has people'
  END AS "problem"
FROM "labels";

-- kept and sensitive columns
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables: first texts, then labels, and last what is wrong. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
WITH "everybody" AS (
  SELECT
    CAST("town" AS TEXT) AS "town",
    CAST("born" AS TEXT) AS "born",
    NULL AS "lab",
    COUNT(*) AS "public_count",
    0 AS "private_count"
  FROM "public_table"
  GROUP BY
    1,
    2
  UNION ALL
  SELECT
    CAST("town" AS TEXT),
    CAST("born" AS TEXT),
    "lab",
    0,
    1
  FROM "private_table"
), "labels" AS (
  SELECT
    "labels_town"."label" AS "town",
    CASE
      WHEN REGEXP_MATCHES("everybody"."born", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
      THEN SUBSTRING("everybody"."born", 1, 7)
    END AS "born",
    "everybody"."lab",
    "public_count",
    "private_count",
    "labels_town"."label_count" AS "count_town",
    SUM("private_count" - "public_count") OVER (PARTITION BY "everybody"."town", "everybody"."born") AS "excess"
  FROM "everybody"
  LEFT JOIN (
    SELECT
      "value",
      "label",
      COUNT(*) OVER (PARTITION BY "value") AS "label_count"
    FROM (
      SELECT DISTINCT
        CAST("town" AS TEXT) AS "value",
        CAST("county" AS TEXT) AS "label"
      FROM "hierarchy_0"
    ) AS "listed"
  ) AS "labels_town"
    ON "everybody"."town" IS NOT DISTINCT FROM "labels_town"."value"
)
SELECT
  "town",
  "born",
  "lab",
  "public_count",
  "private_count",
  CASE
    WHEN "count_town" IS NULL
    THEN 'town has no label'
    WHEN "count_town" > 1
    THEN 'town has several labels'
    WHEN "born" IS NULL
    THEN 'born has no label'
    WHEN "excess" > 0
    THEN 'T has more rows with these values than P has people'
  END AS "problem"
FROM "labels";

-- people climb
/* Everybody of P and every row of T with their labels. */
/* Reads P and T, and mapping tables: first texts, then labels, and last what is wrong. */
/* One row: people of P with equal values, or a row of T; its problem is NULL unless something is wrong. */
WITH "everybody" AS (
  SELECT
    CAST("town" AS TEXT) AS "town",
    CAST("born" AS TEXT) AS "born",
    COUNT(*) AS "public_count",
    0 AS "private_count"
  FROM "public_table"
  GROUP BY
    1,
    2
  UNION ALL
  SELECT
    CAST("town" AS TEXT),
    CAST("born" AS TEXT),
    0,
    1
  FROM "public_table"
  WHERE
    (
      "sick" = TRUE
    )
), "labels" AS (
  SELECT
    "labels_town"."label" AS "level_town_1",
    CASE
      WHEN REGEXP_MATCHES("everybody"."born", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
      THEN SUBSTRING("everybody"."born", 1, 7)
    END AS "level_born_1",
    CASE
      WHEN REGEXP_MATCHES("everybody"."born", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$')
      THEN SUBSTRING("everybody"."born", 1, 4)
    END AS "level_born_2",
    "public_count",
    "private_count",
    "labels_town"."label_count" AS "count_town"
  FROM "everybody"
  LEFT JOIN (
    SELECT
      "value",
      "label",
      COUNT(*) OVER (PARTITION BY "value") AS "label_count"
    FROM (
      SELECT DISTINCT
        CAST("town" AS TEXT) AS "value",
        CAST("county" AS TEXT) AS "label"
      FROM "hierarchy_0"
    ) AS "listed"
  ) AS "labels_town"
    ON "everybody"."town" IS NOT DISTINCT FROM "labels_town"."value"
)
SELECT
  "level_town_1",
  "level_born_1",
  "level_born_2",
  "public_count",
  "private_count",
  CASE
    WHEN "count_town" IS NULL
    THEN 'town has no label'
    WHEN "count_town" > 1
    THEN 'town has several labels'
    WHEN "level_born_1" IS NULL
    THEN 'born has no label'
  END AS "problem"
FROM "labels";
