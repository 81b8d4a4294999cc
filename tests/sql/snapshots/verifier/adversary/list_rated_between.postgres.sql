-- rates by town
/* Which people of each rate do classes have, within these places of the order? */
/* Reads the classes that the verifier has rated. */
/* One row: a class and a rate, with its people and the rows of T of the class. */
SELECT
  "class_number",
  "rate",
  "people",
  "private_count"
FROM "verified_rated_classes"
WHERE
  "position" >= 0 AND "position" < 20000
ORDER BY
  "position";
