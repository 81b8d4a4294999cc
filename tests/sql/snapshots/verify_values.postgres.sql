-- T is a table
/* Which values of one quasi-identifier must the verifier generalize? */
/* Reads verified_tuples; a value that T alone has is never fetched, and finds no label. */
/* One row: a value of P and its position. */
SELECT
  "leaf",
  ROW_NUMBER() OVER (ORDER BY "leaf") - 1 AS "position"
FROM (
  SELECT DISTINCT
    CAST("v1" AS TEXT) AS "leaf"
  FROM (
    SELECT DISTINCT
      "v1"
    FROM "verified_tuples"
    WHERE
      "public_count" > 0
  ) AS "counted"
) AS "found";
