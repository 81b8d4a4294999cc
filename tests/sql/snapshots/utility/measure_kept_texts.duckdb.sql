-- one column
/* What are the values of a kept column? */
/* Reads the rows of T as texts. */
/* One row: how many distinct texts there are, and how many rows hold a text that is no number. */
SELECT
  COUNT(DISTINCT "k0") AS "texts",
  CAST(COALESCE(
    SUM(
      CASE
        WHEN NOT (
          "k0" IS NULL OR REGEXP_MATCHES("k0", '^-?[0-9]{1,18}([.][0-9]{1,12})?$')
        )
        THEN "number"
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS "others"
FROM "own_cells";
