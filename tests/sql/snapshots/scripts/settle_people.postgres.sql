-- people climb
/* Who of those who are left settles, because enough people of P share their labels? */
/* Reads everybody with their labels, and who settled before. */
/* One row: as there; the new column is 1 for those who have settled by now. */
SELECT
  *,
  CASE
    WHEN "settled_2" = 1
    THEN 1
    WHEN SUM("public_count") OVER (PARTITION BY "settled_2", "level_town_1") >= 3
    THEN 1
    ELSE 0
  END AS "settled_3"
FROM "settled_2";
