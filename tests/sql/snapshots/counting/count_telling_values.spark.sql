-- two columns
/* How many rows of T have a value of a column that hardly anybody else of P has, or that most with it are in T? */
/* Reads the values of each column with their rows of P and T. */
/* One row: a column; the rows of T with values that nearly all of T have alone, those that T has alone, and the rows of T and people of P with values that most of are in T. */
SELECT
  0 AS `column_number`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 20 AND `private_count` * 20 >= `public_count` * 19
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `telling_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 20 AND `private_count` = `public_count`
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `certain_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 34 AND `private_count` * 100 >= `public_count` * 55
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `leaning_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 34 AND `private_count` * 100 >= `public_count` * 55
        THEN `public_count`
        ELSE 0
      END
    ),
    0
  ) AS `leaning_people`
FROM `leaves_0`
UNION ALL
SELECT
  1 AS `column_number`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 20 AND `private_count` * 20 >= `public_count` * 19
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `telling_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 20 AND `private_count` = `public_count`
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `certain_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 34 AND `private_count` * 100 >= `public_count` * 55
        THEN `private_count`
        ELSE 0
      END
    ),
    0
  ) AS `leaning_rows`,
  COALESCE(
    SUM(
      CASE
        WHEN `public_count` >= 34 AND `private_count` * 100 >= `public_count` * 55
        THEN `public_count`
        ELSE 0
      END
    ),
    0
  ) AS `leaning_people`
FROM `leaves_1`;
