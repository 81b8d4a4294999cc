-- one column
/* Which labels have the fewest people, of those that anybody has? */
/* Reads coded statistics. */
/* One row: the least sum of the measure over tuples of labels. */
SELECT
  MIN("measure") AS "least"
FROM (
  SELECT
    SUM("measure") AS "measure"
  FROM "coded_known_0"
  GROUP BY
    "q0_level_1"
) AS "labels"
WHERE
  "measure" > 0;
