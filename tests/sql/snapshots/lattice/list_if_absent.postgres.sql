-- two of a class
/* In which classes are people likeliest to be in T if some of their class are known not to be? */
/* Reads the classes. Division is monotone, so that the exact greatest is among the greatest doubles. */
/* One row: the distinct counts of a class where that presence is greatest. */
WITH "classes" AS (
  SELECT
    "public_count",
    "private_count"
  FROM "classes_of_p"
), "others" AS (
  SELECT
    "public_count",
    "private_count",
    CAST("private_count" AS DOUBLE PRECISION) / GREATEST("public_count" - 2, "private_count") AS "presence"
  FROM "classes"
  WHERE
    "private_count" > 0
)
SELECT DISTINCT
  "public_count",
  "private_count"
FROM "others"
WHERE
  "presence" = (
    SELECT
      MAX("presence")
    FROM "others"
  );
