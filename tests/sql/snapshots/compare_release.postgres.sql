-- counts
/* Has the release as many rows in each class as were counted in T before it was made? */
/* Reads the classes of P at the levels of the release, and the release. */
/* One row: the number of classes for which it has not; 0 unless somebody changed T in between. */
SELECT
  COUNT(*) AS "different_classes"
FROM (
  SELECT
    "c0",
    "c1",
    SUM("row_count") AS "difference"
  FROM (
    SELECT
      CAST("counted"."town" AS TEXT) AS "c0",
      CAST("counted"."born" AS TEXT) AS "c1",
      "counted"."internal_private_count" AS "row_count"
    FROM "counted"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      CAST("release"."born" AS TEXT),
      CAST(-"release"."n" AS BIGINT)
    FROM "release"
  ) AS "both_sides"
  GROUP BY
    "c0",
    "c1"
) AS "compared"
WHERE
  "difference" <> 0;

-- two columns
/* Has the release as many rows in each class as were counted in T before it was made? */
/* Reads the classes of P at the levels of the release, and the release. */
/* One row: the number of classes for which it has not; 0 unless somebody changed T in between. */
SELECT
  COUNT(*) AS "different_classes"
FROM (
  SELECT
    "c0",
    "c1",
    SUM("row_count") AS "difference"
  FROM (
    SELECT
      CAST("counted"."town" AS TEXT) AS "c0",
      CAST("counted"."born" AS TEXT) AS "c1",
      "counted"."internal_private_count" AS "row_count"
    FROM "counted"
    UNION ALL
    SELECT
      CAST("release"."town" AS TEXT),
      CAST("release"."born" AS TEXT),
      CAST(-1 AS BIGINT)
    FROM "release"
  ) AS "both_sides"
  GROUP BY
    "c0",
    "c1"
) AS "compared"
WHERE
  "difference" <> 0;
