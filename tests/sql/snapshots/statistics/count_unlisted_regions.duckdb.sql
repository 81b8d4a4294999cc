-- by the first column
/* How many rows of T are in regions whose size nobody stated? */
/* Reads tuples of T, and the sizes of regions. */
/* One row: the number. */
SELECT
  CAST(COALESCE(SUM("private_count"), 0) AS BIGINT) AS "unlisted"
FROM "tuples"
LEFT JOIN "known_regions"
  ON "tuples"."q0" IS NOT DISTINCT FROM "known_regions"."q0"
WHERE
  "known_regions"."measure" IS NULL;
