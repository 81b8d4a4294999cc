-- parts along the hierarchies, a rest and a column kept
/* In which order do the labels of a part join its rest, where those that have to stay are no rest by themselves? */
/* Reads the children of the parts, their sums, and the ways to form a rest. */
/* One row: a label of a part by such a quasi-identifier and a way, with its place, the rows of all labels up to it, and, if these are the rest, how much less the rows after it lose and what they are expected to lose. */
SELECT
  *,
  COUNT(*) OVER "by_rank" AS "place",
  CAST(SUM("public_count") OVER "by_rank" AS BIGINT) AS "public_rest",
  CAST(SUM("private_count") OVER "by_rank" AS BIGINT) AS "private_rest",
  "gained_by_all" - SUM("gained_here") OVER "by_rank" AS "gained",
  "expected_of_all" - SUM("expected_here") OVER "by_rank" AS "expected"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "ways"."way",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "children"."label_place",
    "children"."stays",
    "sums"."children",
    "sums"."staying",
    "sums"."width_rest",
    "sums"."width_above",
    "sums"."last_axis",
    "sums"."gained" AS "gained_by_all",
    "sums"."expected" AS "expected_of_all",
    CASE
      WHEN "children"."stays" = 0
      THEN "children"."counted_rows" * "children"."gain"
      ELSE 0
    END AS "gained_here",
    CASE WHEN "children"."stays" = 0 THEN "children"."expected" ELSE 0 END AS "expected_here",
    CASE
      WHEN "ways"."way" = 2
      THEN 0
      WHEN CAST("sums"."private_rest" AS DECIMAL(38, 0)) * CAST(3 AS DECIMAL(38, 0)) > CAST("sums"."public_rest" AS DECIMAL(38, 0)) * CAST(1 AS DECIMAL(38, 0))
      THEN CAST("children"."private_count" AS DOUBLE) / CAST("children"."public_count" AS DOUBLE)
      ELSE -CAST("children"."private_count" AS DOUBLE) / CAST("children"."public_count" AS DOUBLE)
    END AS "share_rank"
  FROM "cut_children" AS "children"
  JOIN (
    SELECT
      *
    FROM "child_sums"
    WHERE
      "failing" > 0
      AND (
        (
          CAST("private_rest" AS BIGINT) * CAST(2 AS BIGINT)
        ) > (
          CAST("public_rest" AS BIGINT) * CAST(1 AS BIGINT)
        )
      )
  ) AS "sums"
    ON "children"."part" = "sums"."part" AND "children"."axis" = "sums"."axis"
  CROSS JOIN (
    SELECT
      2 AS "way"
    UNION ALL
    SELECT
      3 AS "way"
  ) AS "ways"
) AS "staying_or_not"
WINDOW "by_rank" AS (
  PARTITION BY "part", "axis", "way"
  ORDER BY "stays" DESC, "share_rank", "public_count", "label_place"
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
);

-- parts along the hierarchies, a rest kept and a column protected
/* In which order do the labels of a part join its rest, where those that have to stay are no rest by themselves? */
/* Reads the children of the parts, their sums, and the ways to form a rest. */
/* One row: a label of a part by such a quasi-identifier and a way, with its place, the rows of all labels up to it, and, if these are the rest, how much less the rows after it lose and what they are expected to lose. */
SELECT
  *,
  COUNT(*) OVER "by_rank" AS "place",
  CAST(SUM("public_count") OVER "by_rank" AS BIGINT) AS "public_rest",
  CAST(SUM("private_count") OVER "by_rank" AS BIGINT) AS "private_rest",
  "gained_by_all" - SUM("gained_here") OVER "by_rank" AS "gained",
  "expected_of_all" - SUM("expected_here") OVER "by_rank" AS "expected"
FROM (
  SELECT
    "children"."part",
    "children"."axis",
    "ways"."way",
    "children"."code",
    "children"."public_count",
    "children"."private_count",
    "children"."label_place",
    "children"."stays",
    "sums"."children",
    "sums"."staying",
    "sums"."width_rest",
    "sums"."width_above",
    "sums"."last_axis",
    "sums"."gained" AS "gained_by_all",
    "sums"."expected" AS "expected_of_all",
    CASE
      WHEN "children"."stays" = 0
      THEN "children"."counted_rows" * "children"."gain"
      ELSE 0
    END AS "gained_here",
    CASE WHEN "children"."stays" = 0 THEN "children"."expected" ELSE 0 END AS "expected_here",
    CASE
      WHEN "ways"."way" = 2
      THEN 0
      WHEN CAST("sums"."private_rest" AS DECIMAL(38, 0)) * CAST(3 AS DECIMAL(38, 0)) > CAST("sums"."public_rest" AS DECIMAL(38, 0)) * CAST(1 AS DECIMAL(38, 0))
      THEN CAST("children"."private_count" AS DOUBLE) / CAST("children"."public_count" AS DOUBLE)
      ELSE -CAST("children"."private_count" AS DOUBLE) / CAST("children"."public_count" AS DOUBLE)
    END AS "share_rank"
  FROM "cut_children" AS "children"
  JOIN (
    SELECT
      *
    FROM "child_sums"
    WHERE
      "failing" > 0 AND TRUE
  ) AS "sums"
    ON "children"."part" = "sums"."part" AND "children"."axis" = "sums"."axis"
  CROSS JOIN (
    SELECT
      2 AS "way"
    UNION ALL
    SELECT
      3 AS "way"
  ) AS "ways"
) AS "staying_or_not"
WINDOW "by_rank" AS (
  PARTITION BY "part", "axis", "way"
  ORDER BY "stays" DESC, "share_rank", "public_count", "label_place"
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
);
