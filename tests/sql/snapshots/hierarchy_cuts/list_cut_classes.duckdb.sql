-- parts along the hierarchies
/* Which classes are published, as their texts tell them apart? */
/* Reads the final parts. */
/* One row: a class with its texts, 1 if these are labels of several levels, its rows of P and of T. */
SELECT
  "c0",
  "c1",
  CASE
    WHEN MIN("lost0") < MAX("lost0") OR MIN("lost1") < MAX("lost1")
    THEN 1
    ELSE 0
  END AS "is_mixed",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "final_parts"
GROUP BY
  "c0",
  "c1";
