-- boxes
/* Which values of a quasi-identifier could make the text of a range unclear? */
/* Reads the values of one quasi-identifier in their order. */
/* One row: how many values end in a dot, begin with one, hold two together, look like a range, are NULL, and write NULL. */
SELECT
  COUNT(CASE WHEN "leaf" LIKE '%.' THEN 1 END) AS "ending",
  COUNT(CASE WHEN "leaf" LIKE '.%' THEN 1 END) AS "beginning",
  COUNT(CASE WHEN "leaf" LIKE '%..%' THEN 1 END) AS "holding",
  COUNT(CASE WHEN "leaf" LIKE '[%..%]' THEN 1 END) AS "ranges",
  COUNT(CASE WHEN "leaf" IS NULL THEN 1 END) AS "nulls",
  COUNT(CASE WHEN "leaf" = 'NULL' THEN 1 END) AS "null_texts"
FROM "order_0";

-- boxes, a column kept
/* Which values of a quasi-identifier could make the text of a range unclear? */
/* Reads the values of one quasi-identifier in their order. */
/* One row: how many values end in a dot, begin with one, hold two together, look like a range, are NULL, and write NULL. */
SELECT
  COUNT(CASE WHEN "leaf" LIKE '%.' THEN 1 END) AS "ending",
  COUNT(CASE WHEN "leaf" LIKE '.%' THEN 1 END) AS "beginning",
  COUNT(CASE WHEN "leaf" LIKE '%..%' THEN 1 END) AS "holding",
  COUNT(CASE WHEN "leaf" LIKE '[%..%]' THEN 1 END) AS "ranges",
  COUNT(CASE WHEN "leaf" IS NULL THEN 1 END) AS "nulls",
  COUNT(CASE WHEN "leaf" = 'NULL' THEN 1 END) AS "null_texts"
FROM "order_1";
