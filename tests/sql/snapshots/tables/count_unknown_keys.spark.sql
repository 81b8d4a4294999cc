-- T is given by key
/* How many keys of T does P not have? */
/* Reads private_table (keys of T) and public_table (P). */
/* One row: the number. */
SELECT
  COUNT(*) AS `unknown_count`
FROM `private_table`
LEFT JOIN `public_table`
  ON `private_table`.`id` = `public_table`.`id`
WHERE
  `public_table`.`id` IS NULL;
