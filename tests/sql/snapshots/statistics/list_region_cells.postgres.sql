-- one table of both, node (0, 0)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  "all_of_known_0"."measure" AS "measure_all_of_known_0",
  "of_known_0"."measure" AS "measure_of_known_0"
FROM (
  SELECT
    "q0_level_0",
    "q1_level_0",
    ROW_NUMBER() OVER (ORDER BY "q0_level_0", "q1_level_0") - 1 AS "number"
  FROM (
    SELECT
      "q0_level_0",
      "q1_level_0",
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
    GROUP BY
      "q0_level_0",
      "q1_level_0"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON "classes"."q0_level_0" = "regions"."q0_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0",
    "q1_level_0"
) AS "inside"
  ON "regions"."q0_level_0" = "inside"."q0_level_0"
  AND "classes"."q1_level_0" = "inside"."q1_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "all_of_known_0"
  ON "regions"."q0_level_0" = "all_of_known_0"."q0_level_0"
LEFT JOIN (
  SELECT
    "q1_level_0",
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q1_level_0",
    "q0_level_0"
) AS "of_known_0"
  ON "classes"."q1_level_0" = "of_known_0"."q1_level_0"
  AND "regions"."q0_level_0" = "of_known_0"."q0_level_0";

-- one table of both, node (1, 0)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  "all_of_known_0"."measure" AS "measure_all_of_known_0",
  "of_known_0"."measure" AS "measure_of_known_0"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    ROW_NUMBER() OVER (ORDER BY "q0_level_1", "q1_level_0") - 1 AS "number"
  FROM (
    SELECT
      "q0_level_1",
      "q1_level_0",
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
    GROUP BY
      "q0_level_1",
      "q1_level_0"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON "classes"."q0_level_1" = "regions"."q0_level_1"
LEFT JOIN (
  SELECT
    "q0_level_1",
    "q1_level_0",
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0",
    "q0_level_0"
) AS "inside"
  ON "classes"."q0_level_1" = "inside"."q0_level_1"
  AND "classes"."q1_level_0" = "inside"."q1_level_0"
  AND "regions"."q0_level_0" = "inside"."q0_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_0"
) AS "all_of_known_0"
  ON "regions"."q0_level_0" = "all_of_known_0"."q0_level_0"
LEFT JOIN (
  SELECT
    "q1_level_0",
    "q0_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q1_level_0",
    "q0_level_0"
) AS "of_known_0"
  ON "classes"."q1_level_0" = "of_known_0"."q1_level_0"
  AND "regions"."q0_level_0" = "of_known_0"."q0_level_0";

-- one table of both, node (2, 1)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  1 AS "whole"
FROM (
  SELECT
    ROW_NUMBER() OVER (ORDER BY "rows_of_t") - 1 AS "number"
  FROM (
    SELECT
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON TRUE
LEFT JOIN (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "inside"
  ON "regions"."q0_level_0" = "inside"."q0_level_0";

-- two tables, node (0, 0)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  "of_known_1"."measure" AS "measure_of_known_1"
FROM (
  SELECT
    "q0_level_0",
    "q1_level_0",
    ROW_NUMBER() OVER (ORDER BY "q0_level_0", "q1_level_0") - 1 AS "number"
  FROM (
    SELECT
      "q0_level_0",
      "q1_level_0",
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
    GROUP BY
      "q0_level_0",
      "q1_level_0"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON "classes"."q0_level_0" = "regions"."q0_level_0"
LEFT JOIN (
  SELECT
    "q0_level_0",
    "q1_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0",
    "q1_level_0"
) AS "inside"
  ON "regions"."q0_level_0" = "inside"."q0_level_0"
  AND "classes"."q1_level_0" = "inside"."q1_level_0"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_1"
  GROUP BY
    "q1_level_0"
) AS "of_known_1"
  ON "classes"."q1_level_0" = "of_known_1"."q1_level_0";

-- two tables, node (1, 0)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  "of_known_1"."measure" AS "measure_of_known_1"
FROM (
  SELECT
    "q0_level_1",
    "q1_level_0",
    ROW_NUMBER() OVER (ORDER BY "q0_level_1", "q1_level_0") - 1 AS "number"
  FROM (
    SELECT
      "q0_level_1",
      "q1_level_0",
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
    GROUP BY
      "q0_level_1",
      "q1_level_0"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON "classes"."q0_level_1" = "regions"."q0_level_1"
LEFT JOIN (
  SELECT
    "q0_level_1",
    "q1_level_0",
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_1",
    "q1_level_0",
    "q0_level_0"
) AS "inside"
  ON "classes"."q0_level_1" = "inside"."q0_level_1"
  AND "classes"."q1_level_0" = "inside"."q1_level_0"
  AND "regions"."q0_level_0" = "inside"."q0_level_0"
LEFT JOIN (
  SELECT
    "q1_level_0",
    SUM("measure") AS "measure"
  FROM "coded_known_1"
  GROUP BY
    "q1_level_0"
) AS "of_known_1"
  ON "classes"."q1_level_0" = "of_known_1"."q1_level_0";

-- two tables, node (2, 1)
/* Which part of each region do the statistics give to each class of T? */
/* Reads the frequency set, and the coded statistics with the sizes of regions. */
/* One row: a class of T in a region, with its number, its rows there, and what the statistics say of its labels there. */
SELECT
  "classes"."number",
  "regions"."q0_level_0" AS "region",
  COALESCE("inside"."private_count", 0) AS "private_count",
  1 AS "whole"
FROM (
  SELECT
    ROW_NUMBER() OVER (ORDER BY "rows_of_t") - 1 AS "number"
  FROM (
    SELECT
      SUM("private_count") AS "rows_of_t"
    FROM "frequency_set"
  ) AS "grouped"
  WHERE
    "rows_of_t" > 0
) AS "classes"
JOIN "coded_known_regions" AS "regions"
  ON TRUE
LEFT JOIN (
  SELECT
    "q0_level_0",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "frequency_set"
  GROUP BY
    "q0_level_0"
) AS "inside"
  ON "regions"."q0_level_0" = "inside"."q0_level_0";
