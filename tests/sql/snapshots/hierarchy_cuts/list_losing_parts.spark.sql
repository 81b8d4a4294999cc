-- two columns
/* Which parts with rows of T lose something, those with the most rows first? */
/* Reads the final parts. */
/* One row: such a part with its labels, its people of P and rows of T, and the number of all such parts. */
SELECT
  `part`,
  `c0`,
  `c1`,
  `public_count`,
  `private_count`,
  COUNT(*) OVER () AS `losing_parts`
FROM `final_parts`
WHERE
  `private_count` > 0 AND (
    `lost0` > 0 OR `lost1` > 0
  )
ORDER BY
  `private_count` DESC,
  `part` NULLS LAST
LIMIT 5;
