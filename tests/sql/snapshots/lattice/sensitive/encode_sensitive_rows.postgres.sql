-- equal distance
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "leaves_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "leaves_0"."leaf"
JOIN "leaves_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "leaves_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count";

-- hierarchical distance
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  "sensitive_values_0"."value_1" AS "value_1",
  "sensitive_values_0"."rows_1" AS "rows_1",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "leaves_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "leaves_0"."leaf"
JOIN "leaves_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "leaves_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count",
  "sensitive_values_0"."value_1",
  "sensitive_values_0"."rows_1";

-- hierarchical distance, many values
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  "sensitive_values_0"."value_1" AS "value_1",
  "sensitive_values_0"."rows_1" AS "rows_1",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "leaves_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "leaves_0"."leaf"
JOIN "leaves_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "leaves_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count",
  "sensitive_values_0"."value_1",
  "sensitive_values_0"."rows_1";

-- ordered distance
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "leaves_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "leaves_0"."leaf"
JOIN "leaves_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "leaves_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count";

-- ordered distance, a list
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "leaves_0"."code_1" AS "q0_level_1",
  "leaves_1"."code_0" AS "q1_level_0",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "leaves_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "leaves_0"."leaf"
JOIN "leaves_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "leaves_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "leaves_0"."code_1",
  "leaves_1"."code_0",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count";

-- positions
/* The sensitive set: the rows of T with every level that is needed of every quasi-identifier, and of the sensitive value, as a code. */
/* Reads the counted rows of T, the leaves of each quasi-identifier, and the sensitive values. */
/* One row: all rows of T that agree in these codes. */
SELECT
  "order_0"."position" AS "x0",
  "order_1"."position" AS "x1",
  "sensitive_values_0"."position" AS "position",
  "sensitive_values_0"."row_count" AS "rows_0",
  CAST(SUM("counted"."row_count") AS BIGINT) AS "row_count"
FROM "sensitive_rows_0" AS "counted"
JOIN "order_0"
  ON "counted"."q0" IS NOT DISTINCT FROM "order_0"."leaf"
JOIN "order_1"
  ON "counted"."q1" IS NOT DISTINCT FROM "order_1"."leaf"
JOIN "sensitive_values_0"
  ON "counted"."value" IS NOT DISTINCT FROM "sensitive_values_0"."value"
GROUP BY
  "order_0"."position",
  "order_1"."position",
  "sensitive_values_0"."position",
  "sensitive_values_0"."row_count";
