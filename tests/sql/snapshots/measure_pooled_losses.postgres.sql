-- three steps
/* What do the rows of T lose by the metric loss where their people settle? */
/* Reads tuples, the steps on which tuples settled, and the leaves of each quasi-identifier. */
/* One row: a quasi-identifier with its loss; the mean of all of them is that of the release. */
SELECT
  'town' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(
      SUM(
        "tuples"."private_count" * (
          CASE
            WHEN "settled"."step" = 1
            THEN "leaves_0"."leaves_1"
            WHEN "settled"."step" = 2
            THEN "leaves_0"."leaves_2"
            WHEN "settled"."step" = 3
            THEN "leaves_0"."leaves_2"
            ELSE "leaves_0"."leaves_0"
          END - 1
        )
      ),
      0
    ) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("tuples"."private_count" * (
      "leaves_0"."leaves_2" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "tuples"
  JOIN "leaves_0"
    ON "tuples"."q0" IS NOT DISTINCT FROM "leaves_0"."value"
  LEFT JOIN "settled"
    ON "tuples"."q0" IS NOT DISTINCT FROM "settled"."q0"
    AND "tuples"."q1" IS NOT DISTINCT FROM "settled"."q1"
) AS "counted"
UNION ALL
SELECT
  'born' AS "quasi_identifier",
  CASE
    WHEN "most" = 0
    THEN 0
    ELSE CAST("lost" AS DOUBLE PRECISION) / CAST("most" AS DOUBLE PRECISION)
  END AS "loss"
FROM (
  SELECT
    CAST(COALESCE(
      SUM(
        "tuples"."private_count" * (
          CASE
            WHEN "settled"."step" = 3
            THEN "leaves_1"."leaves_3"
            ELSE "leaves_1"."leaves_2"
          END - 1
        )
      ),
      0
    ) AS DECIMAL(38, 0)) AS "lost",
    CAST(COALESCE(SUM("tuples"."private_count" * (
      "leaves_1"."leaves_3" - 1
    )), 0) AS DECIMAL(38, 0)) AS "most"
  FROM "tuples"
  JOIN "leaves_1"
    ON "tuples"."q1" IS NOT DISTINCT FROM "leaves_1"."value"
  LEFT JOIN "settled"
    ON "tuples"."q0" IS NOT DISTINCT FROM "settled"."q0"
    AND "tuples"."q1" IS NOT DISTINCT FROM "settled"."q1"
) AS "counted";
