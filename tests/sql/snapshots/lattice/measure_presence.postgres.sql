-- T is a table
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
    GROUP BY
      "q0_level_0",
      "q1_level_1"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- T is given by key
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
    GROUP BY
      "q0_level_0"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- T is marked by a column
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
    GROUP BY
      "q0_level_1",
      "q1_level_1"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- an earlier release
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
    GROUP BY
      "q0_level_1"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- boxes
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      "public_count",
      "private_count"
    FROM "boxes"
    UNION ALL
    SELECT
      3 - CAST(COALESCE(SUM("public_count"), 0) AS BIGINT),
      CAST(0 AS BIGINT)
    FROM "boxes"
  ) AS "counted"
  WHERE
    "public_count" > 0
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- rare people climb
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "published_classes"
    GROUP BY
      "c0",
      "c1"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );

-- rates by another column
/* Which presence do the people of P have? */
/* Reads the classes. Counts are compared as integers, with the right end of one bar after the other. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: a bar of presence, by its number, with its people; or, without a bar, the distinct counts of a class of least or greatest presence, where presence 0 and 1 are reduced to one row each. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) AS "presence"
  FROM (
    SELECT
      CAST(SUM("public_count") AS BIGINT) AS "public_count",
      CAST(SUM("private_count") AS BIGINT) AS "private_count"
    FROM "frequency_set"
  ) AS "counted"
)
SELECT
  CASE
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST("private_count" AS BIGINT) * CAST(2 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST("private_count" AS BIGINT) * CAST(4 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST("private_count" AS BIGINT) * CAST(5 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST("private_count" AS BIGINT) * CAST(10 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST("private_count" AS BIGINT) * CAST(20 AS BIGINT) <= CAST("public_count" AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS "bar",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(NULL AS BIGINT) AS "private_count"
FROM "classes"
GROUP BY
  1
UNION ALL
SELECT DISTINCT
  CAST(NULL AS INT) AS "bar",
  CASE WHEN "presence" IN (0, 1) THEN 1 ELSE "public_count" END AS "public_count",
  CASE
    WHEN "presence" IN (0, 1)
    THEN CAST("presence" AS BIGINT)
    ELSE "private_count"
  END AS "private_count"
FROM "classes"
WHERE
  "presence" = (
    SELECT
      MIN("presence")
    FROM "classes"
  )
  OR "presence" = (
    SELECT
      MAX("presence")
    FROM "classes"
  );
