-- no model
/* Which classes of each of these nodes may have its greatest presence, and does the node satisfy the models? */
/* Reads the frequency set once per node. Doubles preselect; the caller compares the fractions exactly. */
/* One row: a node with 1 if a class violates a model, and the counts of a class of greatest presence. */
SELECT
  0 AS "node",
  "violates",
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count",
    "presence",
    MAX("violates") OVER () AS "violates",
    MAX("presence") OVER () AS "greatest_presence"
  FROM (
    SELECT
      "public_count",
      MAX("private_count") AS "private_count",
      CAST(MAX("private_count") AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence",
      MAX(CASE WHEN FALSE THEN 1 ELSE 0 END) AS "violates"
    FROM (
      SELECT
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "frequency_set"
      GROUP BY
        "q0_level_1",
        "q1_level_0"
    ) AS "classes"
    GROUP BY
      "public_count"
  ) AS "class_sizes"
) AS "measured"
WHERE
  "presence" >= "greatest_presence" * 0.99999999999999
UNION ALL
SELECT
  1 AS "node",
  "violates",
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count",
    "presence",
    MAX("violates") OVER () AS "violates",
    MAX("presence") OVER () AS "greatest_presence"
  FROM (
    SELECT
      "public_count",
      MAX("private_count") AS "private_count",
      CAST(MAX("private_count") AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence",
      MAX(CASE WHEN FALSE THEN 1 ELSE 0 END) AS "violates"
    FROM (
      SELECT
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "frequency_set"
    ) AS "classes"
    GROUP BY
      "public_count"
  ) AS "class_sizes"
) AS "measured"
WHERE
  "presence" >= "greatest_presence" * 0.99999999999999;

-- presence at least 1/2, 5-anonymity
/* Which classes of each of these nodes may have its greatest presence, and does the node satisfy the models? */
/* Reads the frequency set once per node. Doubles preselect; the caller compares the fractions exactly. */
/* One row: a node with 1 if a class violates a model, and the counts of a class of greatest presence. */
SELECT
  0 AS "node",
  "violates",
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count",
    "presence",
    MAX("violates") OVER () AS "violates",
    MAX("presence") OVER () AS "greatest_presence"
  FROM (
    SELECT
      "public_count",
      MAX("private_count") AS "private_count",
      CAST(MAX("private_count") AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence",
      MAX(
        CASE
          WHEN (
            (
              CAST("private_count" AS BIGINT) * CAST(1 AS BIGINT)
            ) > (
              CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
            )
            OR (
              CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
            ) < (
              CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
            )
          )
          OR "private_count" BETWEEN 1 AND 4
          THEN 1
          ELSE 0
        END
      ) AS "violates"
    FROM (
      SELECT
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "frequency_set"
      GROUP BY
        "q0_level_1",
        "q1_level_0"
    ) AS "classes"
    GROUP BY
      "public_count"
  ) AS "class_sizes"
) AS "measured"
WHERE
  "presence" >= "greatest_presence" * 0.99999999999999
UNION ALL
SELECT
  1 AS "node",
  "violates",
  "public_count",
  "private_count"
FROM (
  SELECT
    "public_count",
    "private_count",
    "presence",
    MAX("violates") OVER () AS "violates",
    MAX("presence") OVER () AS "greatest_presence"
  FROM (
    SELECT
      "public_count",
      MAX("private_count") AS "private_count",
      CAST(MAX("private_count") AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence",
      MAX(
        CASE
          WHEN (
            (
              CAST("private_count" AS BIGINT) * CAST(1 AS BIGINT)
            ) > (
              CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
            )
            OR (
              CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT)
            ) < (
              CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
            )
          )
          OR "private_count" BETWEEN 1 AND 4
          THEN 1
          ELSE 0
        END
      ) AS "violates"
    FROM (
      SELECT
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "frequency_set"
    ) AS "classes"
    GROUP BY
      "public_count"
  ) AS "class_sizes"
) AS "measured"
WHERE
  "presence" >= "greatest_presence" * 0.99999999999999;
