-- mapping table, raw dates by 0
/* How many rows of T has each combination of labels of some quasi-identifiers? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a combination with its labels as text, and its rows of T, which are internal. */
SELECT
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_count"
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
) AS "classes";

-- mapping table, raw dates by 2
/* How many rows of T has each combination of labels of some quasi-identifiers? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a combination with its labels as text, and its rows of T, which are internal. */
SELECT
  CAST("classes"."c0" AS TEXT) AS "c0",
  CAST("classes"."c1" AS TEXT) AS "c1",
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_count"
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
    "private_count" > 0
) AS "classes"
GROUP BY
  "classes"."c0",
  "classes"."c1";

-- total suppression by 0
/* How many rows of T has each combination of labels of some quasi-identifiers? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a combination with its labels as text, and its rows of T, which are internal. */
SELECT
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_count"
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
) AS "classes";

-- total suppression by 2
/* How many rows of T has each combination of labels of some quasi-identifiers? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a combination with its labels as text, and its rows of T, which are internal. */
SELECT
  CAST("classes"."c0" AS TEXT) AS "c0",
  CAST("classes"."c1" AS TEXT) AS "c1",
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "private_count"
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
    "private_count" > 0
) AS "classes"
GROUP BY
  "classes"."c0",
  "classes"."c1";
