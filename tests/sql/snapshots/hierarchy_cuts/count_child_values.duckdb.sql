-- parts along the hierarchies, a rest kept and a column protected
/* Which sensitive values do the rows of T under each label of each part hold? */
/* Reads the sensitive values of the open parts. */
/* One row: a part, a quasi-identifier by which it may be cut, a label by its code, and a sensitive value by its codes, with their rows of T. */
SELECT
  "part",
  0 AS "axis",
  "child_0" AS "code",
  "position",
  "rows_0",
  CAST(SUM("row_count") AS BIGINT) AS "row_count"
FROM "open_values"
WHERE
  NOT "child_0" IS NULL
GROUP BY
  "part",
  "child_0",
  "position",
  "rows_0"
UNION ALL
SELECT
  "part",
  1 AS "axis",
  "child_1" AS "code",
  "position",
  "rows_0",
  CAST(SUM("row_count") AS BIGINT) AS "row_count"
FROM "open_values"
WHERE
  NOT "child_1" IS NULL
GROUP BY
  "part",
  "child_1",
  "position",
  "rows_0";
