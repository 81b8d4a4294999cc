-- parts along the hierarchies
/* How many people of P, rows of T and released rows does each published class have? */
/* Reads the parts with their texts, and the release. */
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
      "c0" AS "c0",
      "c1" AS "c1",
      "public_count",
      "private_count",
      CAST(0 AS BIGINT) AS "release_count"
    FROM "verified_parts" AS "parts"
    JOIN "verified_part_texts" AS "texts"
      ON "parts"."part" = "texts"."part"
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
