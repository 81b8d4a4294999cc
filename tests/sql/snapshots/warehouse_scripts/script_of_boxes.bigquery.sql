-- dpsql: delta-presence of a job in bigquery, to be run from top to bottom.
-- It checks and releases T in the 2 boxes of r.parquet.
-- In each class the share of people of P who are in T is at most 1/5.
-- Each class satisfies k_anonymity: 5, l_diversity: {lab: {distinct: 2, entropy: 2}}.
-- It reads register.people (P) and clinic.patients (T).
-- The rows of T are found in P by the key id.
-- P must not have the columns that are kept: lab.
-- Whoever has P would join on them, and no check below looks at that.
-- It makes dpsql_release: T with its labels as texts. Drop an older one first.
-- It stays empty if a check fails: the statement that fills it repeats all checks.
-- Other tables dpsql_… are replaced. They, and what the checks print, tell of T.
-- Run it as one script, with a default dataset: work tables last as long.
-- NUMERIC columns have a text without trailing zeros here: 1.5, and not 1.50.

-- The boxes of the release: their texts, and the first and last value of each range.
DROP TABLE IF EXISTS `dpsql_boxes`;
CREATE TEMP TABLE `dpsql_boxes` (
  `range_size` STRING, `low_size` STRING, `high_size` STRING, `range_born` STRING,
  `low_born` STRING, `high_born` STRING, `range_code` STRING, `low_code` STRING, `high_code` STRING,
  `range_said` STRING, `low_said` STRING, `high_said` STRING
);
INSERT INTO `dpsql_boxes` (
  `range_size`, `low_size`, `high_size`, `range_born`, `low_born`, `high_born`, `range_code`,
  `low_code`, `high_code`, `range_said`, `low_said`, `high_said`
)
VALUES
  ('[-2.5..7]', '-2.5', '7', '[NULL..1999-12-31]', NULL, '1999-12-31', '[ab..zz]', 'ab', 'zz',
   '[a \\ b..${x}]', '1', '2'),
  (
    '[07..7.5]', '07', '7.5', '2000-01-01', '2000-01-01', '2000-01-01', 'zzz', 'zzz', 'zzz',
    ('line' || CHR(  10) || 'break'),
    '4', '4'
  );

-- The values of said in their order.
DROP TABLE IF EXISTS `dpsql_order_said`;
CREATE TEMP TABLE `dpsql_order_said` (`value` STRING, `place` STRING);
INSERT INTO `dpsql_order_said` (`value`, `place`)
VALUES
  (NULL, '0'), ('a \\ b', '1'), ('${x}', '2'), ('{{ y }}', '3'),
  (('line' || CHR(  10) || 'break'), '4');

-- Everybody of P, counted by their values, and every row of T.
DROP TABLE IF EXISTS `dpsql_people`;
CREATE TEMP TABLE `dpsql_people` AS
SELECT
  `everybody`.`size`, `everybody`.`born`, `everybody`.`code`, `everybody`.`said`,
  CASE
    WHEN REGEXP_CONTAINS(`everybody`.`size`, '^-?[0-9]{1,18}([.][0-9]{1,12})?$')
    THEN CAST(`everybody`.`size` AS BIGNUMERIC)
  END AS `number_size`,
  CAST(`order_said`.`place` AS INT64) AS `place_said`,
  `everybody`.`lab`, `public_count`, `private_count`,
  CASE
    WHEN (
      SELECT COUNT(*) - COUNT(DISTINCT COLLATE(CAST(`id` AS STRING), '')) FROM `register`.`people`
    ) > 0 THEN 'P has rows with the same id, or without one'
    WHEN (
      SELECT COUNT(*) - COUNT(DISTINCT COLLATE(CAST(`id` AS STRING), '')) FROM `clinic`.`patients`
    ) > 0 THEN 'T has rows with the same id, or without one'
    WHEN (
      SELECT COUNT(*) FROM `clinic`.`patients` AS `private_table`
      LEFT JOIN `register`.`people` AS `public_table`
        ON COLLATE(CAST(`private_table`.`id` AS STRING), '')
            = COLLATE(CAST(`public_table`.`id` AS STRING), '')
      WHERE `public_table`.`id` IS NULL
    ) > 0 THEN 'T has a key id that P lacks'
    WHEN NOT REGEXP_CONTAINS(`everybody`.`size`, '^-?[0-9]{1,18}([.][0-9]{1,12})?$')
    THEN 'size is no plain number'
    WHEN NOT REGEXP_CONTAINS(
      `everybody`.`born`,
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T][0-9:.]*)?$'
    ) THEN 'born is no plain date'
    WHEN `order_said`.`label_count` IS NULL THEN 'said has no place in its order'
    WHEN `order_said`.`label_count` > 1 THEN 'said has several places in its order'
  END AS `problem`
FROM (
  SELECT
    COLLATE(CAST(`size` AS STRING), '') AS `size`,
    COLLATE(CAST(`born` AS STRING), '') AS `born`,
    COLLATE(CAST(`code` AS STRING), '') AS `code`,
    COLLATE(CAST(`said` AS STRING), '') AS `said`,
    NULL AS `lab`, COUNT(*) AS `public_count`, 0 AS `private_count`
  FROM `register`.`people` GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT
    COLLATE(CAST(`public_table`.`size` AS STRING), ''),
    COLLATE(CAST(`public_table`.`born` AS STRING), ''),
    COLLATE(CAST(`public_table`.`code` AS STRING), ''),
    COLLATE(CAST(`public_table`.`said` AS STRING), ''),
    `private_table`.`lab`, 0, 1
  FROM `register`.`people` AS `public_table`
  JOIN `clinic`.`patients` AS `private_table`
    ON COLLATE(CAST(`public_table`.`id` AS STRING), '')
        = COLLATE(CAST(`private_table`.`id` AS STRING), '')
) AS `everybody`
LEFT JOIN (
  SELECT `value`, `place`, COUNT(*) OVER (PARTITION BY `value`) AS `label_count`
  FROM (
    SELECT DISTINCT
      COLLATE(CAST(`value` AS STRING), '') AS `value`,
      COLLATE(CAST(`place` AS STRING), '') AS `place`
    FROM `dpsql_order_said`
  ) AS `listed`
) AS `order_said`
  ON COALESCE(COLLATE(CAST(`everybody`.`said` AS STRING), '') || '.', '')
      = COALESCE(COLLATE(CAST(`order_said`.`value` AS STRING), '') || '.', '');

-- Everybody with the texts of their box.
DROP TABLE IF EXISTS `dpsql_labelled`;
CREATE TEMP TABLE `dpsql_labelled` AS
SELECT
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`range_size` END AS `size`,
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`range_born` END AS `born`,
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`range_code` END AS `code`,
  CASE WHEN `found`.`box_count` IS NULL THEN '(in no box)' ELSE `found`.`range_said` END AS `said`,
  `people`.`lab`, `public_count`, `private_count`,
  COALESCE(
    `problem`,
    CASE WHEN `found`.`box_count` > 1 THEN 'somebody is in several boxes'
         WHEN `private_count` > 0 AND `found`.`box_count` IS NULL THEN 'T has rows in no box' END
  ) AS `problem`
FROM `dpsql_people` AS `people`
LEFT JOIN (
  SELECT
    `spots`.`value_size`, MIN(`ranges`.`range_size`) AS `range_size`, `spots`.`value_born`,
    MIN(`ranges`.`range_born`) AS `range_born`, `spots`.`value_code`,
    MIN(`ranges`.`range_code`) AS `range_code`, `spots`.`value_said`,
    MIN(`ranges`.`range_said`) AS `range_said`, COUNT(*) AS `box_count`
  FROM (
    SELECT DISTINCT
      COLLATE(CAST(`size` AS STRING), '') AS `value_size`,
      `number_size`,
      COLLATE(CAST(`born` AS STRING), '') AS `value_born`,
      COLLATE(CAST(`code` AS STRING), '') AS `value_code`,
      COLLATE(CAST(`said` AS STRING), '') AS `value_said`,
      `place_said`
    FROM `dpsql_people`
  ) AS `spots`
  INNER JOIN (
    SELECT DISTINCT
      COLLATE(CAST(`range_size` AS STRING), '') AS `range_size`,
      COLLATE(CAST(`low_size` AS STRING), '') AS `low_size`,
      CAST(`low_size` AS BIGNUMERIC) AS `first_size`,
      COLLATE(CAST(`high_size` AS STRING), '') AS `high_size`,
      CAST(`high_size` AS BIGNUMERIC) AS `last_size`,
      COLLATE(CAST(`range_born` AS STRING), '') AS `range_born`,
      COLLATE(CAST(`low_born` AS STRING), '') AS `low_born`,
      COLLATE(CAST(`high_born` AS STRING), '') AS `high_born`,
      COLLATE(CAST(`range_code` AS STRING), '') AS `range_code`,
      COLLATE(CAST(`low_code` AS STRING), '') AS `low_code`,
      COLLATE(CAST(`high_code` AS STRING), '') AS `high_code`,
      COLLATE(CAST(`range_said` AS STRING), '') AS `range_said`,
      CAST(`low_said` AS INT64) AS `low_said`, CAST(`high_said` AS INT64) AS `high_said`
    FROM `dpsql_boxes`
  ) AS `ranges`
    ON (
      `ranges`.`low_size` IS NULL
      OR `spots`.`number_size` > `ranges`.`first_size`
      OR (
        `spots`.`number_size` = `ranges`.`first_size`
        AND `spots`.`value_size` >= `ranges`.`low_size`
      )
    )
    AND (
      `spots`.`value_size` IS NULL
      OR `spots`.`number_size` < `ranges`.`last_size`
      OR (
        `spots`.`number_size` = `ranges`.`last_size`
        AND `spots`.`value_size` <= `ranges`.`high_size`
      )
    )
    AND (`ranges`.`low_born` IS NULL OR `spots`.`value_born` >= `ranges`.`low_born`)
    AND (`spots`.`value_born` IS NULL OR `spots`.`value_born` <= `ranges`.`high_born`)
    AND (`ranges`.`low_code` IS NULL OR `spots`.`value_code` >= `ranges`.`low_code`)
    AND (`spots`.`value_code` IS NULL OR `spots`.`value_code` <= `ranges`.`high_code`)
    AND `spots`.`place_said` BETWEEN `ranges`.`low_said` AND `ranges`.`high_said`
  GROUP BY `spots`.`value_size`, `spots`.`value_born`, `spots`.`value_code`, `spots`.`value_said`
) AS `found`
  ON COALESCE(COLLATE(CAST(`people`.`size` AS STRING), '') || '.', '')
      = COALESCE(COLLATE(CAST(`found`.`value_size` AS STRING), '') || '.', '')
  AND COALESCE(COLLATE(CAST(`people`.`born` AS STRING), '') || '.', '')
      = COALESCE(COLLATE(CAST(`found`.`value_born` AS STRING), '') || '.', '')
  AND COALESCE(COLLATE(CAST(`people`.`code` AS STRING), '') || '.', '')
      = COALESCE(COLLATE(CAST(`found`.`value_code` AS STRING), '') || '.', '')
  AND COALESCE(COLLATE(CAST(`people`.`said` AS STRING), '') || '.', '')
      = COALESCE(COLLATE(CAST(`found`.`value_said` AS STRING), '') || '.', '');

-- The classes: whoever has equal texts is in one.
DROP TABLE IF EXISTS `dpsql_classes`;
CREATE TEMP TABLE `dpsql_classes` AS
SELECT
  *,
  CAST(`private_count` AS FLOAT64) / NULLIF(`public_count`, 0) AS `presence`,
  CASE WHEN `private_count` * 5 > `public_count` OR `private_count` BETWEEN 1 AND 4 THEN 1
       ELSE 0 END AS `violates`
FROM (
  SELECT
    `size`, `born`, `code`, `said`,
    CAST(SUM(`public_count`) AS INT64) AS `public_count`,
    CAST(SUM(`private_count`) AS INT64) AS `private_count`
  FROM `dpsql_labelled` GROUP BY `size`, `born`, `code`, `said`
) AS `counted`;

-- The classes of T that violate l_diversity of lab distinct 2, l_diversity of lab entropy 2.
DROP TABLE IF EXISTS `dpsql_violating_lab`;
CREATE TEMP TABLE `dpsql_violating_lab` AS
SELECT `size`, `born`, `code`, `said`
FROM (
  SELECT
    `size`, `born`, `code`, `said`, COLLATE(CAST(`lab` AS STRING), '') AS `lab`,
    COUNT(*) AS `value_count`
  FROM `dpsql_labelled` WHERE `private_count` = 1
  GROUP BY `size`, `born`, `code`, `said`, COLLATE(CAST(`lab` AS STRING), '')
) AS `histograms`
GROUP BY `size`, `born`, `code`, `said`
HAVING COUNT(*) < 2
  OR (
    SUM(CAST(`value_count` AS FLOAT64)) * (
      LN(SUM(CAST(`value_count` AS FLOAT64))) - 0.6931471805599453
    ) - SUM(CAST(`value_count` AS FLOAT64) * LN(CAST(`value_count` AS FLOAT64)))
  ) <= 0.000000001 * SUM(CAST(`value_count` AS FLOAT64)) * (
    LN(SUM(CAST(`value_count` AS FLOAT64))) + 1.6931471805599454
  );

-- What is wrong with the tables or hierarchies. Expected: no rows.
SELECT `problem`, SUM(`public_count`) AS `public_count`, SUM(`private_count`) AS `private_count`
FROM `dpsql_labelled` WHERE `problem` IS NOT NULL GROUP BY `problem`;

-- The classes that violate l_diversity of lab distinct 2, l_diversity of lab entropy 2. Expected: no rows.
SELECT * FROM `dpsql_violating_lab`;

-- The classes that violate the job. Expected: no rows.
SELECT * FROM `dpsql_classes` WHERE `violates` = 1;

-- The verdict, and the range of presence.
SELECT
  CASE
    WHEN SUM(`violates`) = 0
    AND (SELECT COUNT(`problem`) FROM `dpsql_labelled`) = 0
    AND (SELECT COUNT(*) FROM `dpsql_violating_lab`) = 0 THEN 'holds'
    ELSE 'fails'
  END AS `verdict`,
  COUNT(*) AS `classes`, SUM(`violates`) AS `violating_classes`,
  MIN(`presence`) AS `least_presence`, MAX(`presence`) AS `greatest_presence`
FROM `dpsql_classes`;

-- T with its labels. No rows if anything is wrong, or if texts are compared without their case.
CREATE TABLE `dpsql_release` AS
SELECT `size`, `born`, `code`, `said`, `lab` FROM `dpsql_labelled`
WHERE `private_count` > 0
  AND 'e' NOT IN ('E', 'é')
  AND (SELECT COUNT(`problem`) FROM `dpsql_labelled`) = 0
  AND NOT EXISTS(
    SELECT `size`, `born`, `code`, `said`
    FROM (
      SELECT
        `size`, `born`, `code`, `said`, COLLATE(CAST(`lab` AS STRING), '') AS `lab`,
        COUNT(*) AS `value_count`
      FROM `dpsql_labelled` WHERE `private_count` = 1
      GROUP BY `size`, `born`, `code`, `said`, COLLATE(CAST(`lab` AS STRING), '')
    ) AS `histograms`
    GROUP BY `size`, `born`, `code`, `said`
    HAVING COUNT(*) < 2
      OR (
        SUM(CAST(`value_count` AS FLOAT64)) * (
          LN(SUM(CAST(`value_count` AS FLOAT64))) - 0.6931471805599453
        ) - SUM(CAST(`value_count` AS FLOAT64) * LN(CAST(`value_count` AS FLOAT64)))
      ) <= 0.000000001 * SUM(CAST(`value_count` AS FLOAT64)) * (
        LN(SUM(CAST(`value_count` AS FLOAT64))) + 1.6931471805599454
      )
  )
  AND NOT EXISTS(
    SELECT 1 FROM `dpsql_labelled` GROUP BY `size`, `born`, `code`, `said`
    HAVING SUM(`private_count`) * 5 > SUM(`public_count`) OR SUM(`private_count`) BETWEEN 1 AND 4
  )
ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3 NULLS LAST, 4 NULLS LAST, 5 NULLS LAST;

-- Clean up: all tables but the release have counts of T.
DROP TABLE IF EXISTS `dpsql_violating_lab`;
DROP TABLE IF EXISTS `dpsql_classes`;
DROP TABLE IF EXISTS `dpsql_labelled`;
DROP TABLE IF EXISTS `dpsql_people`;
DROP TABLE IF EXISTS `dpsql_order_said`;
DROP TABLE IF EXISTS `dpsql_boxes`;
