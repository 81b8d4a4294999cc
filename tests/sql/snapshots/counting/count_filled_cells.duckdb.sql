-- T of its own
/* How many people of P, and of T, have something in each column, and something other than zero? */
/* Reads public_table (P), and the rows of T, each once, whatever the number of columns. */
/* One row: a table with its people; by column, those with a value, and those whose value is neither zero nor empty. */
SELECT
  0 AS "source_number",
  CAST(COALESCE(SUM("people"), 0) AS BIGINT) AS "people",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_0" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_0",
  CAST(COALESCE(SUM(CASE WHEN "cell_0" <> 0 THEN "people" ELSE 0 END), 0) AS BIGINT) AS "something_0",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_1" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_1",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT CAST("cell_1" AS TEXT) IN ('', '0', '0.0', '0.00', '0,0', '0,00')
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_1",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_2" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_2",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "cell_2" <> 0 AND "cell_2" <= 1.7976931348623157e308
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_2"
FROM (
  SELECT
    "public_table"."age" AS "cell_0",
    "public_table"."town" AS "cell_1",
    "public_table"."fee" AS "cell_2",
    1 AS "people"
  FROM "public_table"
) AS "cells"
UNION ALL
SELECT
  1 AS "source_number",
  CAST(COALESCE(SUM("people"), 0) AS BIGINT) AS "people",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_0" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_0",
  CAST(COALESCE(SUM(CASE WHEN "cell_0" <> 0 THEN "people" ELSE 0 END), 0) AS BIGINT) AS "something_0",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_1" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_1",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT CAST("cell_1" AS TEXT) IN ('', '0', '0.0', '0.00', '0,0', '0,00')
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_1",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_2" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_2",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "cell_2" <> 0 AND "cell_2" <= 1.7976931348623157e308
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_2"
FROM (
  SELECT
    "private_table"."age" AS "cell_0",
    "private_table"."town" AS "cell_1",
    "private_table"."fee" AS "cell_2",
    1 AS "people"
  FROM "private_table"
) AS "cells";

-- by key
/* How many people of P, and of T, have something in each column, and something other than zero? */
/* Reads public_table (P), and the rows of T, each once, whatever the number of columns. */
/* One row: a table with its people; by column, those with a value, and those whose value is neither zero nor empty. */
SELECT
  0 AS "source_number",
  CAST(COALESCE(SUM("people"), 0) AS BIGINT) AS "people",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_0" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_0",
  CAST(COALESCE(SUM(CASE WHEN "cell_0" <> 0 THEN "people" ELSE 0 END), 0) AS BIGINT) AS "something_0",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_1" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_1",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT CAST("cell_1" AS TEXT) IN ('', '0', '0.0', '0.00', '0,0', '0,00')
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_1",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_2" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_2",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "cell_2" <> 0 AND "cell_2" <= 1.7976931348623157e308
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_2"
FROM (
  SELECT
    "public_table"."age" AS "cell_0",
    "public_table"."town" AS "cell_1",
    "public_table"."fee" AS "cell_2",
    1 AS "people"
  FROM "public_table"
) AS "cells"
UNION ALL
SELECT
  1 AS "source_number",
  CAST(COALESCE(SUM("people"), 0) AS BIGINT) AS "people",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_0" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_0",
  CAST(COALESCE(SUM(CASE WHEN "cell_0" <> 0 THEN "people" ELSE 0 END), 0) AS BIGINT) AS "something_0",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_1" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_1",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT CAST("cell_1" AS TEXT) IN ('', '0', '0.0', '0.00', '0,0', '0,00')
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_1",
  CAST(COALESCE(SUM(CASE WHEN NOT "cell_2" IS NULL THEN "people" ELSE 0 END), 0) AS BIGINT) AS "filled_2",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN "cell_2" <> 0 AND "cell_2" <= 1.7976931348623157e308
        THEN "people"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "something_2"
FROM (
  SELECT
    "public_table"."age" AS "cell_0",
    "public_table"."town" AS "cell_1",
    "public_table"."fee" AS "cell_2",
    1 AS "people"
  FROM "public_table"
  JOIN "private_table"
    ON "public_table"."id" = "private_table"."id"
) AS "cells";
