-- parts along the hierarchies
/* How many people has each part under each label one level down? */
/* Reads the tuples of the open parts. */
/* One row: a part, a quasi-identifier by which it may be cut, a label by its code, with its rows of P and of T. */
SELECT
  "part",
  0 AS "axis",
  "child_0" AS "code",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "cut_tuples_0"
WHERE
  NOT "child_0" IS NULL
GROUP BY
  "part",
  "child_0"
UNION ALL
SELECT
  "part",
  1 AS "axis",
  "child_1" AS "code",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "cut_tuples_0"
WHERE
  NOT "child_1" IS NULL
GROUP BY
  "part",
  "child_1";

-- parts along the hierarchies, a rest and a column kept
/* How many people has each part under each label one level down? */
/* Reads the tuples of the open parts. */
/* One row: a part, a quasi-identifier by which it may be cut, a label by its code, with its rows of P and of T. */
SELECT
  "part",
  0 AS "axis",
  "child_0" AS "code",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "cut_tuples_1"
WHERE
  NOT "child_0" IS NULL
GROUP BY
  "part",
  "child_0"
UNION ALL
SELECT
  "part",
  1 AS "axis",
  "child_1" AS "code",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "cut_tuples_1"
WHERE
  NOT "child_1" IS NULL
GROUP BY
  "part",
  "child_1";
