-- rare people climb along columns
/* Which texts would those who go on have, if one quasi-identifier were raised? */
/* Reads the texts of those who go on. */
/* One row: a quasi-identifier by number, its text on the last step and on the next level, and people of P. */
SELECT
  0 AS "quasi_identifier",
  "t0_0" AS "label",
  "t0_1" AS "label_above",
  CAST(SUM("public_count") AS BIGINT) AS "public_rows"
FROM "verified_left_1"
WHERE
  "public_count" > 0
GROUP BY
  "t0_0",
  "t0_1"
UNION ALL
SELECT
  1 AS "quasi_identifier",
  "t1_0" AS "label",
  "t1_1" AS "label_above",
  CAST(SUM("public_count") AS BIGINT) AS "public_rows"
FROM "verified_left_1"
WHERE
  "public_count" > 0
GROUP BY
  "t1_0",
  "t1_1";
