-- T is a table
/* How large are P and T, and is T a multiset of rows of P? */
/* Reads tuples. */
/* One row: rows of P, rows of T, distinct tuples, rows of T in tuples that P lacks, all rows of T beyond those of P; per value that was shortened, the tuples where it is NULL. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  CAST(COALESCE(SUM(`private_count`), 0) AS BIGINT) AS `private_rows`,
  COUNT(*) AS `tuple_count`,
  CAST(COALESCE(SUM(CASE WHEN `public_count` = 0 THEN `private_count` ELSE 0 END), 0) AS BIGINT) AS `lacked_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `private_count` > `public_count`
        THEN `private_count` - `public_count`
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `excess_rows`,
  COUNT(*) - COUNT(`q0`) AS `q0`
FROM `tuples`;

-- a value has no place
/* How large are P and T, and is T a multiset of rows of P? */
/* Reads tuples. */
/* One row: rows of P, rows of T, distinct tuples, rows of T in tuples that P lacks, all rows of T beyond those of P; per value that was shortened, the tuples where it is NULL. */
SELECT
  CAST(COALESCE(SUM(`public_count`), 0) AS BIGINT) AS `public_rows`,
  CAST(COALESCE(SUM(`private_count`), 0) AS BIGINT) AS `private_rows`,
  COUNT(*) AS `tuple_count`,
  CAST(COALESCE(SUM(CASE WHEN `public_count` = 0 THEN `private_count` ELSE 0 END), 0) AS BIGINT) AS `lacked_rows`,
  CAST(COALESCE(
    SUM(
      CASE
        WHEN `private_count` > `public_count`
        THEN `private_count` - `public_count`
        ELSE 0
      END
    ),
    0
  ) AS BIGINT) AS `excess_rows`
FROM `tuples`;
