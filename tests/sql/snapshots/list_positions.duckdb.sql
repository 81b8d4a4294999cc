-- date, order frequency, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY "public_count" DESC, CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, "value", "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1";

-- float, order not asked for, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, CAST("leaf" AS DOUBLE), "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1";

-- integer, order not asked for, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, "value", "leaf") - 1 AS INT) AS "position"
FROM "leaves_1";

-- text, order ('y', 'x'), labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  "place" AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "place" IS NULL AND "leaf" IS NULL THEN 0 ELSE 1 END, "place", "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1"
LEFT JOIN "places_1"
  ON "leaves_1"."leaf" IS NOT DISTINCT FROM "places_1"."listed";

-- text, order alpha, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, "leaf") - 1 AS INT) AS "position"
FROM "leaves_1";

-- text, order hierarchy, rule
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, TRY_CAST("leaf" AS DECIMAL(38, 12)), "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1";

-- text, order not asked for, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  "place" AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "place" IS NULL AND "leaf" IS NULL THEN 0 ELSE 1 END, "place", "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1"
LEFT JOIN "places_1"
  ON "leaves_1"."leaf" IS NOT DISTINCT FROM "places_1"."listed";

-- text, order number, labels
/* Which values has a quasi-identifier, and in which order? */
/* Reads the leaves of that quasi-identifier, and the places of a hierarchy or list. */
/* One row: a value of P with its text, its place there, and how many values come before it. */
SELECT
  "value",
  "leaf",
  NULL AS "place",
  CAST(ROW_NUMBER() OVER (
    ORDER BY CASE WHEN "leaf" IS NULL THEN 0 ELSE 1 END, TRY_CAST("leaf" AS DECIMAL(38, 12)), "leaf"
  ) - 1 AS INT) AS "position"
FROM "leaves_1";
