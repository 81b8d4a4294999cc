-- an earlier release
/* Is an earlier release T at its levels, and are its labels those of P? */
/* Reads tuples, the mapping tables of large hierarchies, and the earlier release. */
/* One row: classes of the release without people of P, and classes with other rows than T has. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "public_count" = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "unknown_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" <> "release_count" THEN 1 ELSE 0 END), 0) AS BIGINT) AS "other_classes"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CAST(CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END AS TEXT) AS "c0",
      "public_count",
      "private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "tuples"
    UNION ALL
    SELECT
      CAST("earlier_0"."town" AS TEXT),
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST("earlier_0"."n" AS BIGINT)
    FROM "earlier_0"
  ) AS "labelled"
  GROUP BY
    "c0"
) AS "classes";

-- two releases compared
/* Is an earlier release T at its levels, and are its labels those of P? */
/* Reads tuples, the mapping tables of large hierarchies, and the earlier release. */
/* One row: classes of the release without people of P, and classes with other rows than T has. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "public_count" = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS "unknown_classes",
  CAST(COALESCE(SUM(CASE WHEN "private_count" <> "release_count" THEN 1 ELSE 0 END), 0) AS BIGINT) AS "other_classes"
FROM (
  SELECT
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count",
    CAST(SUM("release_count") AS BIGINT) AS "release_count"
  FROM (
    SELECT
      CAST(CASE
        WHEN CAST("tuples"."q0" AS TEXT) IN ('x')
        THEN 'near'
        WHEN CAST("tuples"."q0" AS TEXT) IN ('y')
        THEN 'far'
      END AS TEXT) AS "c0",
      "public_count",
      "private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "tuples"
    UNION ALL
    SELECT
      CAST("old_release"."town" AS TEXT),
      CAST(0 AS BIGINT),
      CAST(0 AS BIGINT),
      CAST("old_release"."n" AS BIGINT)
    FROM "old_release"
  ) AS "labelled"
  GROUP BY
    "c0"
) AS "classes";
