-- of a thousand people
/* Which label of one quasi-identifier holds the largest share of T, of those of moderate size? */
/* Reads the leaves of that quasi-identifier. */
/* One row: the label with the greatest presence, by its code; no row if none is of such a size. */
SELECT
  "cell"
FROM (
  SELECT
    "code_2" AS "cell",
    CAST(SUM("public_count") AS BIGINT) AS "public_count",
    CAST(SUM("private_count") AS BIGINT) AS "private_count"
  FROM "leaves_1"
  GROUP BY
    "code_2"
) AS "cells"
WHERE
  "public_count" BETWEEN 10 AND 200
ORDER BY
  CAST("private_count" AS DOUBLE PRECISION) / CAST("public_count" AS DOUBLE PRECISION) DESC NULLS LAST,
  "cell"
LIMIT 1;
