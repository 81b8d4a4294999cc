-- parts along the hierarchies
/* Which classes are published, as their texts tell them apart? */
/* Reads the final parts and their labels. */
/* One row: a class with its texts, its rows of P and of T. */
SELECT
  "c0",
  "c1",
  CAST(SUM("public_count") AS BIGINT) AS "public_count",
  CAST(SUM("private_count") AS BIGINT) AS "private_count"
FROM "final_parts" AS "parts"
JOIN "part_labels" AS "labels"
  ON "parts"."part" = "labels"."part"
GROUP BY
  "c0",
  "c1";
