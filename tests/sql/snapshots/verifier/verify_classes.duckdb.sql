-- P is known from tables
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CAST("verified_tuples"."v0" AS TEXT) AS "c0",
      CAST("verified_tuples"."v1" AS TEXT) AS "c1",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      CAST("release"."born" AS TEXT),
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST(1 AS BIGINT)
    FROM "release"
  ) AS "all_tables"
  GROUP BY
    "c0",
    "c1"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";

-- T is a table
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CAST("verified_tuples"."v0" AS TEXT) AS "c0",
      "labels_1"."number" AS "c1",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    LEFT JOIN "labels_1"
      ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1"."value"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      "released_labels_1"."number",
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST(1 AS BIGINT)
    FROM "release"
    LEFT JOIN (
      SELECT DISTINCT
        "label",
        "number"
      FROM "labels_1"
    ) AS "released_labels_1"
      ON CAST("release"."born" AS TEXT) IS NOT DISTINCT FROM "released_labels_1"."label"
  ) AS "all_tables"
  GROUP BY
    "c0",
    "c1"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";

-- T is a table, formulas quoted
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CASE
        WHEN (
          REGEXP_MATCHES(CAST("verified_tuples"."v0" AS TEXT), '^[=+\-@|\t\r\n]')
          AND NOT REGEXP_MATCHES(
            CAST("verified_tuples"."v0" AS TEXT),
            '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
          )
        )
        OR REGEXP_MATCHES(CAST("verified_tuples"."v0" AS TEXT), '^''')
        THEN '''' || CAST("verified_tuples"."v0" AS TEXT)
        ELSE CAST("verified_tuples"."v0" AS TEXT)
      END AS "c0",
      "labels_1"."number" AS "c1",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    LEFT JOIN "labels_1"
      ON "verified_tuples"."v1" IS NOT DISTINCT FROM "labels_1"."value"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      "released_labels_1"."number",
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST(1 AS BIGINT)
    FROM "release"
    LEFT JOIN (
      SELECT DISTINCT
        "label",
        "number"
      FROM "labels_1"
    ) AS "released_labels_1"
      ON CAST("release"."born" AS TEXT) IS NOT DISTINCT FROM CASE
        WHEN (
          REGEXP_MATCHES(CAST("released_labels_1"."label" AS TEXT), '^[=+\-@|\t\r\n]')
          AND NOT REGEXP_MATCHES(
            CAST("released_labels_1"."label" AS TEXT),
            '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
          )
        )
        OR REGEXP_MATCHES(CAST("released_labels_1"."label" AS TEXT), '^''')
        THEN '''' || CAST("released_labels_1"."label" AS TEXT)
        ELSE CAST("released_labels_1"."label" AS TEXT)
      END
  ) AS "all_tables"
  GROUP BY
    "c0",
    "c1"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";

-- T is given by key
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CAST("verified_tuples"."v0" AS TEXT) AS "c0",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST(1 AS BIGINT)
    FROM "release"
  ) AS "all_tables"
  GROUP BY
    "c0"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";

-- an earlier release
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      "labels_0_at_1"."number" AS "c0",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    LEFT JOIN "labels_0_at_1"
      ON "verified_tuples"."v0" IS NOT DISTINCT FROM "labels_0_at_1"."value"
    UNION ALL
    SELECT
      "released_labels_0_at_1"."number",
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST("verified_earlier_0"."n" AS BIGINT)
    FROM "verified_earlier_0"
    LEFT JOIN (
      SELECT DISTINCT
        "label",
        "number"
      FROM "labels_0_at_1"
    ) AS "released_labels_0_at_1"
      ON CAST("verified_earlier_0"."town" AS TEXT) IS NOT DISTINCT FROM "released_labels_0_at_1"."label"
  ) AS "all_tables"
  GROUP BY
    "c0"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";

-- rates by another column
/* How many people of P, rows of T and released rows does each class have? */
/* Reads the release, verified_tuples and the labels of the verifier, whose numbers group faster than texts. */
/* One row: a triple of counts and the number of classes that have it. */
SELECT
  "public_count",
  "private_count",
  "release_count",
  COUNT(*) AS "class_count"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      '*' AS "c0",
      "verified_tuples"."public_count",
      "verified_tuples"."private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_tuples"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST(1 AS BIGINT)
    FROM "release"
  ) AS "all_tables"
  GROUP BY
    "c0"
) AS "classes"
GROUP BY
  "public_count",
  "private_count",
  "release_count";
