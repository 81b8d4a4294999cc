-- counts alone
/* How often does each class of the release hold each sensitive value? */
/* Reads the release, and its numbered values. */
/* One row: a histogram as a text, the most frequent value first, the number of classes that have it, and a position for fetching. */
SELECT
  "histogram",
  "class_count",
  ROW_NUMBER() OVER (ORDER BY "histogram") - 1 AS "position"
FROM (
  SELECT
    "histogram",
    COUNT(*) AS "class_count"
  FROM (
    SELECT
      STRING_AGG(
        CAST("value_count" AS TEXT), ','
        ORDER BY
          "value_count" DESC NULLS LAST,
          "number"
      ) AS "histogram"
    FROM (
      SELECT
        CAST("release"."town" AS TEXT) AS "c0",
        CAST("release"."born" AS TEXT) AS "c1",
        "verified_sensitive_values"."number" AS "number",
        COUNT(*) AS "value_count"
      FROM "release"
      JOIN "verified_sensitive_values"
        ON CAST("release"."lab" AS TEXT) IS NOT DISTINCT FROM "verified_sensitive_values"."value"
      GROUP BY
        CAST("release"."town" AS TEXT),
        CAST("release"."born" AS TEXT),
        "verified_sensitive_values"."number"
    ) AS "counted"
    GROUP BY
      "c0",
      "c1"
  ) AS "classes"
  GROUP BY
    "histogram"
) AS "histograms";

-- with values
/* How often does each class of the release hold each sensitive value? */
/* Reads the release, and its numbered values. */
/* One row: a histogram as a text, the most frequent value first, the number of classes that have it, and a position for fetching. */
SELECT
  "histogram",
  "class_count",
  ROW_NUMBER() OVER (ORDER BY "histogram") - 1 AS "position"
FROM (
  SELECT
    "histogram",
    COUNT(*) AS "class_count"
  FROM (
    SELECT
      STRING_AGG(
        CAST("number" AS TEXT) || ':' || CAST("value_count" AS TEXT), ','
        ORDER BY
          "value_count" DESC NULLS LAST,
          "number"
      ) AS "histogram"
    FROM (
      SELECT
        CAST("release"."town" AS TEXT) AS "c0",
        CAST("release"."born" AS TEXT) AS "c1",
        "verified_sensitive_values"."number" AS "number",
        COUNT(*) AS "value_count"
      FROM "release"
      JOIN "verified_sensitive_values"
        ON CAST("release"."lab" AS TEXT) IS NOT DISTINCT FROM "verified_sensitive_values"."value"
      GROUP BY
        CAST("release"."town" AS TEXT),
        CAST("release"."born" AS TEXT),
        "verified_sensitive_values"."number"
    ) AS "counted"
    GROUP BY
      "c0",
      "c1"
  ) AS "classes"
  GROUP BY
    "histogram"
) AS "histograms";
