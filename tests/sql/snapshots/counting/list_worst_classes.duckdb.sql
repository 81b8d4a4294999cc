-- mapping table, raw dates
/* Of some classes of P, in which is presence greatest, and how many are there? */
/* Reads the listed classes once. */
/* One row: a class with its labels, its rows of P and of T, and the number of all classes; greatest presence first. */
SELECT
  "c0",
  "c1",
  "public_count",
  "private_count",
  COUNT(*) OVER () AS "class_count"
FROM (
  SELECT
    "c0" AS "c0",
    "c1" AS "c1",
    "public_count" AS "public_count",
    "private_count" AS "private_count"
  FROM (
    SELECT
      "c0",
      "c1",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM (
      SELECT
        "mapping_0"."label_1" AS "c0",
        "tuples"."q1" AS "c1",
        "public_count",
        "private_count"
      FROM "tuples"
      LEFT JOIN "mapping_0"
        ON CAST("tuples"."q0" AS TEXT) IS NOT DISTINCT FROM "mapping_0"."leaf"
    ) AS "labelled"
    GROUP BY
      "c0",
      "c1"
  ) AS "classes"
  WHERE
    TRUE
) AS "violating"
ORDER BY
  CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
  "public_count" DESC,
  "c0",
  "c1"
LIMIT 5;

-- total suppression
/* Of some classes of P, in which is presence greatest, and how many are there? */
/* Reads the listed classes once. */
/* One row: a class with its labels, its rows of P and of T, and the number of all classes; greatest presence first. */
SELECT
  "c0",
  "c1",
  "public_count",
  "private_count",
  COUNT(*) OVER () AS "class_count"
FROM (
  SELECT
    "c0" AS "c0",
    "c1" AS "c1",
    "public_count" AS "public_count",
    "private_count" AS "private_count"
  FROM (
    SELECT
      "c0",
      "c1",
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM (
      SELECT
        '*' AS "c0",
        '*' AS "c1",
        "public_count",
        "private_count"
      FROM "tuples"
    ) AS "labelled"
    GROUP BY
      "c0",
      "c1"
  ) AS "classes"
  WHERE
    TRUE
) AS "violating"
ORDER BY
  CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
  "public_count" DESC,
  "c0",
  "c1"
LIMIT 5;
