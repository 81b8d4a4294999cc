-- T is a table
/* Which counts do the classes of least and of greatest presence have? */
/* Reads classes. Division is monotone, so the exact extremes are among the extreme doubles. */
/* One row: distinct counts of an extreme class; presence 0 and 1 are reduced to one row each. */
SELECT DISTINCT
  CASE WHEN `presence` IN (0, 1) THEN 1 ELSE `public_count` END AS `public_count`,
  CASE
    WHEN `presence` IN (0, 1)
    THEN CAST(`presence` AS BIGINT)
    ELSE `private_count`
  END AS `private_count`
FROM `classes`
WHERE
  `presence` = (
    SELECT
      MIN(`presence`)
    FROM `classes`
  )
  OR `presence` = (
    SELECT
      MAX(`presence`)
    FROM `classes`
  );
