-- P is known from tables
/* Does a table of statistics have one row for each tuple of its columns? */
/* Reads the table once. */
/* One row: tuples that stand there more than once. */
SELECT
  COUNT(*) AS "repeated"
FROM (
  SELECT
    COUNT(*) AS "rows_of_tuple"
  FROM "statistics_0"
  GROUP BY
    "statistics_0"."town"
  HAVING
    COUNT(*) > 1
) AS "tuples_of_statistics";

-- people climb where P is known from tables
/* Does a table of statistics have one row for each tuple of its columns? */
/* Reads the table once. */
/* One row: tuples that stand there more than once. */
SELECT
  COUNT(*) AS "repeated"
FROM (
  SELECT
    COUNT(*) AS "rows_of_tuple"
  FROM "statistics_1"
  GROUP BY
    "statistics_1"."born"
  HAVING
    COUNT(*) > 1
) AS "tuples_of_statistics";

-- rates by another column
/* Does a table of statistics have one row for each tuple of its columns? */
/* Reads the table once. */
/* One row: tuples that stand there more than once. */
SELECT
  COUNT(*) AS "repeated"
FROM (
  SELECT
    COUNT(*) AS "rows_of_tuple"
  FROM "table_of_rates"
  GROUP BY
    "table_of_rates"."health"
  HAVING
    COUNT(*) > 1
) AS "tuples_of_statistics";

-- rates by town
/* Does a table of statistics have one row for each tuple of its columns? */
/* Reads the table once. */
/* One row: tuples that stand there more than once. */
SELECT
  COUNT(*) AS "repeated"
FROM (
  SELECT
    COUNT(*) AS "rows_of_tuple"
  FROM "table_of_rates"
  GROUP BY
    "table_of_rates"."town"
  HAVING
    COUNT(*) > 1
) AS "tuples_of_statistics";
