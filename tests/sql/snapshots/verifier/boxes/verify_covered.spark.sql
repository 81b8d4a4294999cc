-- a release whose boxes overlap
/* Which tuples lie in which box? */
/* Reads the spots, and the boxes listed once for each combination of buckets. */
/* One row: a spot in a box, with its rows of P and of T. */
SELECT
  `bucketed_boxes`.`box`,
  `verified_spots`.`spot`,
  `verified_spots`.`public_count`,
  `verified_spots`.`private_count`
FROM `verified_spots`
JOIN `bucketed_2` AS `bucketed_boxes`
  ON (
    (
      CAST(SHIFTRIGHT(`verified_spots`.`x0`, 2) AS BIGINT) * 2
    ) + CAST(`verified_spots`.`x1` AS BIGINT)
  ) = `bucketed_boxes`.`combination`
  AND `verified_spots`.`x0` BETWEEN `bucketed_boxes`.`low0` AND `bucketed_boxes`.`high0`;

-- boxes
/* Which tuples lie in which box? */
/* Reads the spots, and the boxes listed once for each combination of buckets. */
/* One row: a spot in a box, with its rows of P and of T. */
SELECT
  `bucketed_boxes`.`box`,
  `verified_spots`.`spot`,
  `verified_spots`.`public_count`,
  `verified_spots`.`private_count`
FROM `verified_spots`
JOIN `bucketed_2` AS `bucketed_boxes`
  ON (
    (
      CAST(`verified_spots`.`x0` AS BIGINT) * 2
    ) + CAST(`verified_spots`.`x1` AS BIGINT)
  ) = `bucketed_boxes`.`combination`;

-- boxes, formulas quoted
/* Which tuples lie in which box? */
/* Reads the spots, and the boxes listed once for each combination of buckets. */
/* One row: a spot in a box, with its rows of P and of T. */
SELECT
  `bucketed_boxes`.`box`,
  `verified_spots`.`spot`,
  `verified_spots`.`x0`,
  `verified_spots`.`x1`,
  `verified_spots`.`public_count`,
  `verified_spots`.`private_count`
FROM `verified_spots`
JOIN `bucketed_2` AS `bucketed_boxes`
  ON (
    (
      CAST(`verified_spots`.`x0` AS BIGINT) * 2
    ) + CAST(`verified_spots`.`x1` AS BIGINT)
  ) = `bucketed_boxes`.`combination`;
