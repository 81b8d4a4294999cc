-- two columns
/* Which spots belong to parts that might still be cut, but are not? */
/* Reads the open spots. */
/* One row: a spot with the number of its part. */
SELECT
  "part",
  "x0",
  "x1",
  "public_count",
  "private_count"
FROM "spots_1";
