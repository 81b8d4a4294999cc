-- T is a table
/* Are the rows of the release sorted by its columns, the first one first and NULL last? */
/* Reads the release in the order of its file, which a window keeps where nothing else tells it. */
/* One row: the number of rows that belong before the row above them. */
SELECT
  COUNT(*) AS "misplaced_rows"
FROM (
  SELECT
    "release"."town" AS "c0",
    LAG("release"."town") OVER () AS "a0",
    "release"."born" AS "c1",
    LAG("release"."born") OVER () AS "a1",
    "release"."lab" AS "c2",
    LAG("release"."lab") OVER () AS "a2",
    ROW_NUMBER() OVER () AS "position"
  FROM "release"
) AS "neighbours"
WHERE
  "position" > 1
  AND CASE
    WHEN "a0" IS NULL AND NOT "c0" IS NULL
    THEN TRUE
    WHEN "c0" IS NULL AND NOT "a0" IS NULL
    THEN FALSE
    WHEN "c0" < "a0"
    THEN TRUE
    WHEN "c0" > "a0"
    THEN FALSE
    WHEN "a1" IS NULL AND NOT "c1" IS NULL
    THEN TRUE
    WHEN "c1" IS NULL AND NOT "a1" IS NULL
    THEN FALSE
    WHEN "c1" < "a1"
    THEN TRUE
    WHEN "c1" > "a1"
    THEN FALSE
    WHEN "a2" IS NULL AND NOT "c2" IS NULL
    THEN TRUE
    WHEN "c2" IS NULL AND NOT "a2" IS NULL
    THEN FALSE
    WHEN "c2" < "a2"
    THEN TRUE
    WHEN "c2" > "a2"
    THEN FALSE
    ELSE FALSE
  END;

-- T is given by key
/* Are the rows of the release sorted by its columns, the first one first and NULL last? */
/* Reads the release in the order of its file, which a window keeps where nothing else tells it. */
/* One row: the number of rows that belong before the row above them. */
SELECT
  COUNT(*) AS "misplaced_rows"
FROM (
  SELECT
    "release"."town" AS "c0",
    LAG("release"."town") OVER () AS "a0",
    ROW_NUMBER() OVER () AS "position"
  FROM "release"
) AS "neighbours"
WHERE
  "position" > 1
  AND CASE
    WHEN "a0" IS NULL AND NOT "c0" IS NULL
    THEN TRUE
    WHEN "c0" IS NULL AND NOT "a0" IS NULL
    THEN FALSE
    WHEN "c0" < "a0"
    THEN TRUE
    WHEN "c0" > "a0"
    THEN FALSE
    ELSE FALSE
  END;

-- boxes
/* Are the rows of the release sorted by its columns, the first one first and NULL last? */
/* Reads the release in the order of its file, which a window keeps where nothing else tells it. */
/* One row: the number of rows that belong before the row above them. */
SELECT
  COUNT(*) AS "misplaced_rows"
FROM (
  SELECT
    "release"."town" AS "c0",
    LAG("release"."town") OVER () AS "a0",
    "release"."born" AS "c1",
    LAG("release"."born") OVER () AS "a1",
    ROW_NUMBER() OVER () AS "position"
  FROM "release"
) AS "neighbours"
WHERE
  "position" > 1
  AND CASE
    WHEN "a0" IS NULL AND NOT "c0" IS NULL
    THEN TRUE
    WHEN "c0" IS NULL AND NOT "a0" IS NULL
    THEN FALSE
    WHEN "c0" < "a0"
    THEN TRUE
    WHEN "c0" > "a0"
    THEN FALSE
    WHEN "a1" IS NULL AND NOT "c1" IS NULL
    THEN TRUE
    WHEN "c1" IS NULL AND NOT "a1" IS NULL
    THEN FALSE
    WHEN "c1" < "a1"
    THEN TRUE
    WHEN "c1" > "a1"
    THEN FALSE
    ELSE FALSE
  END;
