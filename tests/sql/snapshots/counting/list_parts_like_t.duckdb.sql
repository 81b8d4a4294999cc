-- two columns
/* Which parts of columns of P have about as many people as T, or leave about as many? */
/* Reads public_table (P), once for each way to part a column. */
/* One row: a way by its number, and a part of it (NULL is one), with its people. */
SELECT
  0 AS "parting_number",
  "part",
  "people"
FROM (
  SELECT
    "part",
    CAST(SUM("people") AS BIGINT) AS "people"
  FROM (
    SELECT
      CAST("sick" AS TEXT) AS "part",
      1 AS "people"
    FROM "public_table"
  ) AS "parted"
  GROUP BY
    "part"
) AS "counted"
WHERE
  "people" BETWEEN 152 AND 168 OR 2000 - "people" BETWEEN 152 AND 168
UNION ALL
SELECT
  1 AS "parting_number",
  "part",
  "people"
FROM (
  SELECT
    "part",
    CAST(SUM("people") AS BIGINT) AS "people"
  FROM (
    SELECT
      CASE WHEN NOT "sick" IS NULL THEN 'something' WHEN NOT "sick" IS NULL THEN 'zero' END AS "part",
      1 AS "people"
    FROM "public_table"
  ) AS "parted"
  GROUP BY
    "part"
) AS "counted"
WHERE
  "people" BETWEEN 152 AND 168 OR 2000 - "people" BETWEEN 152 AND 168
UNION ALL
SELECT
  2 AS "parting_number",
  "part",
  "people"
FROM (
  SELECT
    "part",
    CAST(SUM("people") AS BIGINT) AS "people"
  FROM (
    SELECT
      CASE
        WHEN "paid" <> 0 AND "paid" <= 1.7976931348623157e308
        THEN 'something'
        WHEN NOT "paid" IS NULL
        THEN 'zero'
      END AS "part",
      1 AS "people"
    FROM "public_table"
  ) AS "parted"
  GROUP BY
    "part"
) AS "counted"
WHERE
  "people" BETWEEN 152 AND 168 OR 2000 - "people" BETWEEN 152 AND 168;
