-- rare people climb
/* How many settle at a node, and how many go on? */
/* Reads the tuples that come to the node. */
/* One row: people of P and rows of T that settle, people of P that go on. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "public_count" ELSE 0 END), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "private_count" ELSE 0 END), 0) AS BIGINT) AS "private_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN 0 ELSE "public_count" END), 0) AS BIGINT) AS "people_left"
FROM "climbers_1";

-- rare people climb along columns
/* How many settle at a node, and how many go on? */
/* Reads the tuples that come to the node. */
/* One row: people of P and rows of T that settle, people of P that go on. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 4 THEN "public_count" ELSE 0 END), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 4 THEN "private_count" ELSE 0 END), 0) AS BIGINT) AS "private_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 4 THEN 0 ELSE "public_count" END), 0) AS BIGINT) AS "people_left"
FROM "climbers_1";

-- rare people climb, a column kept
/* How many settle at a node, and how many go on? */
/* Reads the tuples that come to the node. */
/* One row: people of P and rows of T that settle, people of P that go on. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "public_count" ELSE 0 END), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "private_count" ELSE 0 END), 0) AS BIGINT) AS "private_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN 0 ELSE "public_count" END), 0) AS BIGINT) AS "people_left"
FROM "climbers_2";

-- rare people climb, a column protected
/* How many settle at a node, and how many go on? */
/* Reads the tuples that come to the node. */
/* One row: people of P and rows of T that settle, people of P that go on. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "public_count" ELSE 0 END), 0) AS BIGINT) AS "public_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN "private_count" ELSE 0 END), 0) AS BIGINT) AS "private_rows",
  CAST(COALESCE(SUM(CASE WHEN "class_people" >= 2 THEN 0 ELSE "public_count" END), 0) AS BIGINT) AS "people_left"
FROM "climbers_3";
