-- dates
/* The values that the labels of a rule may stand for, numbered. */
/* Reads the leaves of a quasi-identifier. */
/* One row: a value with its number. */
SELECT
  "leaf",
  CAST(ROW_NUMBER() OVER (ORDER BY "leaf", "leaf") - 1 AS BIGINT) AS "place"
FROM "leaves_1";

-- numbers
/* The values that the labels of a rule may stand for, numbered. */
/* Reads the leaves of a quasi-identifier. */
/* One row: a value with its number. */
SELECT
  "leaf",
  CAST(ROW_NUMBER() OVER (ORDER BY TRY_CAST("leaf" AS DECIMAL(38, 12)), "leaf") - 1 AS BIGINT) AS "place"
FROM "leaves_1";
