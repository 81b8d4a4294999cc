-- parts along the hierarchies
/* Which labels can divide a part, and how much less does a row lose by each than by the label above it? */
/* Reads the leaves of each quasi-identifier, and the mapping tables of large hierarchies. */
/* One row: a label by its code, with its text, the leaves under it without one, and in parts of a cell what a row gains by it and loses by the label above. */
SELECT
  0 AS "axis",
  0 AS "level",
  "code_0" AS "code",
  MIN(CAST("leaves_0"."leaf" AS TEXT)) AS "label",
  CAST(MAX("leaves_0") - 1 AS BIGINT) AS "leaves_lost",
  CAST((
    MAX("leaves_1") - MAX("leaves_0")
  ) * CAST(2 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "gain",
  CAST((
    MAX("leaves_1") - 1
  ) * CAST(2 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "width_above"
FROM "leaves_0"
GROUP BY
  "code_0"
UNION ALL
SELECT
  0 AS "axis",
  1 AS "level",
  "code_1" AS "code",
  MIN(
    CAST(CASE
      WHEN CAST("leaves_0"."leaf" AS TEXT) IN ('x')
      THEN 'near'
      WHEN CAST("leaves_0"."leaf" AS TEXT) IN ('y')
      THEN 'far'
    END AS TEXT)
  ) AS "label",
  CAST(MAX("leaves_1") - 1 AS BIGINT) AS "leaves_lost",
  CAST((
    MAX("leaves_2") - MAX("leaves_1")
  ) * CAST(2 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "gain",
  CAST((
    MAX("leaves_2") - 1
  ) * CAST(2 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "width_above"
FROM "leaves_0"
GROUP BY
  "code_1"
UNION ALL
SELECT
  1 AS "axis",
  0 AS "level",
  "code_0" AS "code",
  MIN(CAST("leaves_1"."leaf" AS TEXT)) AS "label",
  CAST(MAX("leaves_0") - 1 AS BIGINT) AS "leaves_lost",
  CAST((
    MAX("leaves_1") - MAX("leaves_0")
  ) * CAST(1 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "gain",
  CAST((
    MAX("leaves_1") - 1
  ) * CAST(1 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "width_above"
FROM "leaves_1"
GROUP BY
  "code_0"
UNION ALL
SELECT
  1 AS "axis",
  1 AS "level",
  "code_1" AS "code",
  MIN(
    CAST(CASE
      WHEN REGEXP_MATCHES(
        CAST("leaves_1"."leaf" AS TEXT),
        '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$'
      )
      THEN SUBSTRING(CAST("leaves_1"."leaf" AS TEXT), 1, 7)
    END AS TEXT)
  ) AS "label",
  CAST(MAX("leaves_1") - 1 AS BIGINT) AS "leaves_lost",
  CAST((
    MAX("leaves_2") - MAX("leaves_1")
  ) * CAST(1 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "gain",
  CAST((
    MAX("leaves_2") - 1
  ) * CAST(1 AS DECIMAL(19, 0)) AS DECIMAL(38, 0)) AS "width_above"
FROM "leaves_1"
GROUP BY
  "code_1";
