-- a release whose boxes overlap
/* Which boxes cover the same people? */
/* Reads covered_spots. */
/* One row: a spot with its rows of P and of T, and one of its boxes. */
SELECT
  `spot`,
  `box`,
  `public_count`,
  `private_count`
FROM `covered_spots`
LIMIT 500001;
