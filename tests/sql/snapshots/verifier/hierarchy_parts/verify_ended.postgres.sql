-- parts along the hierarchies
/* Who is in a part that is not cut again? */
/* Reads the tuples of a depth, and the texts of these parts. */
/* One row: a part, the values of its people if they are needed, its people of P and rows of T. */
SELECT
  "sent"."part",
  CAST(SUM("sent"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("sent"."private_count") AS BIGINT) AS "private_count"
FROM "verified_sent_0" AS "sent"
JOIN "verified_part_texts" AS "texts"
  ON "sent"."part" = "texts"."part"
GROUP BY
  "sent"."part";

-- parts along the hierarchies, a rest and a column kept
/* Who is in a part that is not cut again? */
/* Reads the tuples of a depth, and the texts of these parts. */
/* One row: a part, the values of its people if they are needed, its people of P and rows of T. */
SELECT
  "sent"."part",
  "sent"."v0",
  "sent"."v1",
  CAST(SUM("sent"."public_count") AS BIGINT) AS "public_count",
  CAST(SUM("sent"."private_count") AS BIGINT) AS "private_count"
FROM "verified_sent_0" AS "sent"
JOIN "verified_part_texts" AS "texts"
  ON "sent"."part" = "texts"."part"
GROUP BY
  "sent"."part",
  "sent"."v0",
  "sent"."v1";
