-- both ends
/* Which values stand at these positions? */
/* Reads the values of one quasi-identifier in their order. */
/* One row: a position and the text of its value. */
SELECT
  "position",
  "leaf"
FROM "order_1"
WHERE
  "position" IN (1, 7);
