-- parts along the hierarchies
/* Which classes are published, as their texts tell them apart? */
/* Reads the final parts. */
/* One row: a class with its texts, its rows of P and of T. */
SELECT
  "c0",
  "c1",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "final_parts"
GROUP BY
  "c0",
  "c1";
