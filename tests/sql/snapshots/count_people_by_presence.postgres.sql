-- T is a table
/* How many people of P have which presence? */
/* Reads classes. */
/* One row: a bin of presence with its people; presence 1 falls into the last bin. */
SELECT
  CASE WHEN "presence" = 1 THEN 19 ELSE CAST(FLOOR("presence" * 20) AS BIGINT) END AS "bin",
  CAST(SUM("public_count") AS BIGINT) AS "people"
FROM "classes"
GROUP BY
  1;
