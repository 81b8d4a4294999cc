-- mapping table, raw dates
/* Which equivalence classes of a node meet a condition, and which labels has each? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a class of P with its labels and its rows of P; its rows of T are internal. */
SELECT
  "c0" AS "town",
  "c1" AS "born",
  "public_count" AS "public_count",
  "private_count" AS "internal_private_count"
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
  TRUE;

-- total suppression
/* Which equivalence classes of a node meet a condition, and which labels has each? */
/* Reads tuples, and the mapping tables of large hierarchies. */
/* One row: a class of P with its labels and its rows of P; its rows of T are internal. */
SELECT
  "c0" AS "town",
  "c1" AS "born",
  "public_count" AS "public_count",
  "private_count" AS "internal_private_count"
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
  TRUE;
