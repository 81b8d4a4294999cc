-- T is a table
/* How many people of P have which presence? */
/* Reads classes. Counts are compared as integers, with the right end of one bar after the other. */
/* One row: a bar of presence, by its number, with its people. */
SELECT
  CASE
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
    THEN 0
    WHEN CAST(`private_count` AS BIGINT) * CAST(10 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
    THEN 1
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(3 AS BIGINT)
    THEN 2
    WHEN CAST(`private_count` AS BIGINT) * CAST(5 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
    THEN 3
    WHEN CAST(`private_count` AS BIGINT) * CAST(4 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
    THEN 4
    WHEN CAST(`private_count` AS BIGINT) * CAST(10 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(3 AS BIGINT)
    THEN 5
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(7 AS BIGINT)
    THEN 6
    WHEN CAST(`private_count` AS BIGINT) * CAST(5 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(2 AS BIGINT)
    THEN 7
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(9 AS BIGINT)
    THEN 8
    WHEN CAST(`private_count` AS BIGINT) * CAST(2 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(1 AS BIGINT)
    THEN 9
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(11 AS BIGINT)
    THEN 10
    WHEN CAST(`private_count` AS BIGINT) * CAST(5 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(3 AS BIGINT)
    THEN 11
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(13 AS BIGINT)
    THEN 12
    WHEN CAST(`private_count` AS BIGINT) * CAST(10 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(7 AS BIGINT)
    THEN 13
    WHEN CAST(`private_count` AS BIGINT) * CAST(4 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(3 AS BIGINT)
    THEN 14
    WHEN CAST(`private_count` AS BIGINT) * CAST(5 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(4 AS BIGINT)
    THEN 15
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(17 AS BIGINT)
    THEN 16
    WHEN CAST(`private_count` AS BIGINT) * CAST(10 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(9 AS BIGINT)
    THEN 17
    WHEN CAST(`private_count` AS BIGINT) * CAST(20 AS BIGINT) <= CAST(`public_count` AS BIGINT) * CAST(19 AS BIGINT)
    THEN 18
    ELSE 19
  END AS `bar`,
  CAST(SUM(`public_count`) AS BIGINT) AS `people`
FROM `classes`
GROUP BY
  1;
