-- T of its own
/* How many rows of P and of T lie below, at and above limits of a column among values of T? */
/* Reads public_table (P) once, and the rows of T twice. */
/* One row: a table, 0 for P and 1 for T; how many limits a value reaches, and how many it passes; the rows of such values. */
SELECT
  `table_number`,
  `reached`,
  `passed`,
  COUNT(*) AS `row_count`
FROM (
  SELECT
    `table_number`,
    0 + CASE WHEN `found_value` >= `limit_0` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_1` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_2` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_3` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_4` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_5` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_6` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_7` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_8` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_9` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_10` THEN 1 ELSE 0 END AS `reached`,
    0 + CASE WHEN `found_value` > `limit_0` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_1` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_2` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_3` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_4` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_5` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_6` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_7` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_8` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_9` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_10` THEN 1 ELSE 0 END AS `passed`
  FROM (
    SELECT
      0 AS `table_number`,
      (
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          CAST(EXTRACT(YEAR FROM `public_table`.`born`) AS DOUBLE) * 100
                        ) + CAST(EXTRACT(MONTH FROM `public_table`.`born`) AS DOUBLE)
                      ) * 100
                    ) + CAST(EXTRACT(DAY FROM `public_table`.`born`) AS DOUBLE)
                  ) * 100
                ) + CAST(EXTRACT(HOUR FROM `public_table`.`born`) AS DOUBLE)
              ) * 100
            ) + CAST(EXTRACT(MINUTE FROM `public_table`.`born`) AS DOUBLE)
          ) * 100
        ) + CAST(EXTRACT(SECOND FROM `public_table`.`born`) AS DOUBLE)
      ) AS `found_value`
    FROM `public_table`
    UNION ALL
    SELECT
      1 AS `table_number`,
      `found_value`
    FROM (
      SELECT
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            CAST(EXTRACT(YEAR FROM `private_table`.`born`) AS DOUBLE) * 100
                          ) + CAST(EXTRACT(MONTH FROM `private_table`.`born`) AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(DAY FROM `private_table`.`born`) AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(HOUR FROM `private_table`.`born`) AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(MINUTE FROM `private_table`.`born`) AS DOUBLE)
            ) * 100
          ) + CAST(EXTRACT(SECOND FROM `private_table`.`born`) AS DOUBLE)
        ) AS `found_value`
      FROM `private_table`
    ) AS `rows_of_t`
  ) AS `rows_of_both`
  CROSS JOIN (
    SELECT
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 5 THEN `found_value` END) AS `limit_0`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 10 THEN `found_value` END) AS `limit_1`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 20 THEN `found_value` END) AS `limit_2`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 30 THEN `found_value` END) AS `limit_3`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 40 THEN `found_value` END) AS `limit_4`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 50 THEN `found_value` END) AS `limit_5`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 60 THEN `found_value` END) AS `limit_6`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 70 THEN `found_value` END) AS `limit_7`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 80 THEN `found_value` END) AS `limit_8`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 90 THEN `found_value` END) AS `limit_9`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 95 THEN `found_value` END) AS `limit_10`
    FROM (
      SELECT
        `found_value`,
        SUM(`value_rows`) OVER (ORDER BY `found_value` NULLS LAST) AS `rows_upto`,
        SUM(`value_rows`) OVER () AS `all_rows`
      FROM (
        SELECT
          `found_value`,
          COUNT(*) AS `value_rows`
        FROM (
          SELECT
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            (
                              (
                                CAST(EXTRACT(YEAR FROM `private_table`.`born`) AS DOUBLE) * 100
                              ) + CAST(EXTRACT(MONTH FROM `private_table`.`born`) AS DOUBLE)
                            ) * 100
                          ) + CAST(EXTRACT(DAY FROM `private_table`.`born`) AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(HOUR FROM `private_table`.`born`) AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(MINUTE FROM `private_table`.`born`) AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(SECOND FROM `private_table`.`born`) AS DOUBLE)
            ) AS `found_value`
          FROM `private_table`
        ) AS `rows_of_t`
        WHERE
          NOT `found_value` IS NULL
        GROUP BY
          `found_value`
      ) AS `values_of_t`
    ) AS `running`
  ) AS `limits_of_t`
  WHERE
    NOT `found_value` IS NULL
) AS `compared`
GROUP BY
  `table_number`,
  `reached`,
  `passed`;

-- by key
/* How many rows of P and of T lie below, at and above limits of a column among values of T? */
/* Reads public_table (P) once, and the rows of T twice. */
/* One row: a table, 0 for P and 1 for T; how many limits a value reaches, and how many it passes; the rows of such values. */
SELECT
  `table_number`,
  `reached`,
  `passed`,
  COUNT(*) AS `row_count`
FROM (
  SELECT
    `table_number`,
    0 + CASE WHEN `found_value` >= `limit_0` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_1` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_2` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_3` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_4` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_5` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_6` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_7` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_8` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_9` THEN 1 ELSE 0 END + CASE WHEN `found_value` >= `limit_10` THEN 1 ELSE 0 END AS `reached`,
    0 + CASE WHEN `found_value` > `limit_0` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_1` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_2` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_3` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_4` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_5` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_6` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_7` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_8` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_9` THEN 1 ELSE 0 END + CASE WHEN `found_value` > `limit_10` THEN 1 ELSE 0 END AS `passed`
  FROM (
    SELECT
      0 AS `table_number`,
      (
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          CAST(EXTRACT(YEAR FROM `public_table`.`born`) AS DOUBLE) * 100
                        ) + CAST(EXTRACT(MONTH FROM `public_table`.`born`) AS DOUBLE)
                      ) * 100
                    ) + CAST(EXTRACT(DAY FROM `public_table`.`born`) AS DOUBLE)
                  ) * 100
                ) + CAST(EXTRACT(HOUR FROM `public_table`.`born`) AS DOUBLE)
              ) * 100
            ) + CAST(EXTRACT(MINUTE FROM `public_table`.`born`) AS DOUBLE)
          ) * 100
        ) + CAST(EXTRACT(SECOND FROM `public_table`.`born`) AS DOUBLE)
      ) AS `found_value`
    FROM `public_table`
    UNION ALL
    SELECT
      1 AS `table_number`,
      `found_value`
    FROM (
      SELECT
        (
          (
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            CAST(EXTRACT(YEAR FROM `public_table`.`born`) AS DOUBLE) * 100
                          ) + CAST(EXTRACT(MONTH FROM `public_table`.`born`) AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(DAY FROM `public_table`.`born`) AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(HOUR FROM `public_table`.`born`) AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(MINUTE FROM `public_table`.`born`) AS DOUBLE)
            ) * 100
          ) + CAST(EXTRACT(SECOND FROM `public_table`.`born`) AS DOUBLE)
        ) AS `found_value`
      FROM `public_table`
      JOIN `private_table`
        ON `public_table`.`id` = `private_table`.`id`
    ) AS `rows_of_t`
  ) AS `rows_of_both`
  CROSS JOIN (
    SELECT
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 5 THEN `found_value` END) AS `limit_0`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 10 THEN `found_value` END) AS `limit_1`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 20 THEN `found_value` END) AS `limit_2`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 30 THEN `found_value` END) AS `limit_3`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 40 THEN `found_value` END) AS `limit_4`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 50 THEN `found_value` END) AS `limit_5`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 60 THEN `found_value` END) AS `limit_6`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 70 THEN `found_value` END) AS `limit_7`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 80 THEN `found_value` END) AS `limit_8`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 90 THEN `found_value` END) AS `limit_9`,
      MIN(CASE WHEN `rows_upto` * 100 >= `all_rows` * 95 THEN `found_value` END) AS `limit_10`
    FROM (
      SELECT
        `found_value`,
        SUM(`value_rows`) OVER (ORDER BY `found_value` NULLS LAST) AS `rows_upto`,
        SUM(`value_rows`) OVER () AS `all_rows`
      FROM (
        SELECT
          `found_value`,
          COUNT(*) AS `value_rows`
        FROM (
          SELECT
            (
              (
                (
                  (
                    (
                      (
                        (
                          (
                            (
                              (
                                CAST(EXTRACT(YEAR FROM `public_table`.`born`) AS DOUBLE) * 100
                              ) + CAST(EXTRACT(MONTH FROM `public_table`.`born`) AS DOUBLE)
                            ) * 100
                          ) + CAST(EXTRACT(DAY FROM `public_table`.`born`) AS DOUBLE)
                        ) * 100
                      ) + CAST(EXTRACT(HOUR FROM `public_table`.`born`) AS DOUBLE)
                    ) * 100
                  ) + CAST(EXTRACT(MINUTE FROM `public_table`.`born`) AS DOUBLE)
                ) * 100
              ) + CAST(EXTRACT(SECOND FROM `public_table`.`born`) AS DOUBLE)
            ) AS `found_value`
          FROM `public_table`
          JOIN `private_table`
            ON `public_table`.`id` = `private_table`.`id`
        ) AS `rows_of_t`
        WHERE
          NOT `found_value` IS NULL
        GROUP BY
          `found_value`
      ) AS `values_of_t`
    ) AS `running`
  ) AS `limits_of_t`
  WHERE
    NOT `found_value` IS NULL
) AS `compared`
GROUP BY
  `table_number`,
  `reached`,
  `passed`;
