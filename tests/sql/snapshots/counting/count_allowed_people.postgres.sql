-- a value, and all but NULL
/* How many people of parts of P could be in T, as far as the tuples of T tell? */
/* Reads public_table (P), private_table (T, which has no key). */
/* One row: of each part its people, and the sum over tuples of the lesser of its people and those of T. */
SELECT
  CAST(SUM("part_0") AS BIGINT) AS "people_0",
  CAST(SUM(CASE WHEN "part_0" < "private_people" THEN "part_0" ELSE "private_people" END) AS BIGINT) AS "allowed_0",
  CAST(SUM("part_1") AS BIGINT) AS "people_1",
  CAST(SUM(CASE WHEN "part_1" < "private_people" THEN "part_1" ELSE "private_people" END) AS BIGINT) AS "allowed_1"
FROM (
  SELECT
    SUM("part_0") AS "part_0",
    SUM("part_1") AS "part_1",
    SUM("private_people") AS "private_people"
  FROM (
    SELECT
      CAST("age" AS TEXT) AS "c0",
      CAST("sex" AS TEXT) AS "c1",
      CASE WHEN CAST("sick" AS TEXT) = 'true' THEN 1 ELSE 0 END AS "part_0",
      CASE WHEN CAST("sick" AS TEXT) IS NULL THEN 0 ELSE 1 END AS "part_1",
      0 AS "private_people"
    FROM "public_table"
    UNION ALL
    SELECT
      CAST("age" AS TEXT),
      CAST("sex" AS TEXT),
      0,
      0,
      1
    FROM "private_table"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1"
) AS "counted";
