-- two releases compared
/* How many people of P are above a presence by one release, by another, and by which alone? */
/* Reads labelled_people and both releases. */
/* One row: the people above it by the old release, by the new one, by the new one alone, by the old one alone. */
SELECT
  CAST(COALESCE(SUM(CASE WHEN "old_is_above" THEN "people" ELSE 0 END), 0) AS BIGINT) AS "old_people",
  CAST(COALESCE(SUM(CASE WHEN "new_is_above" THEN "people" ELSE 0 END), 0) AS BIGINT) AS "new_people",
  CAST(COALESCE(SUM(CASE WHEN "new_is_above" AND NOT "old_is_above" THEN "people" ELSE 0 END), 0) AS BIGINT) AS "newly_above",
  CAST(COALESCE(SUM(CASE WHEN "old_is_above" AND NOT "new_is_above" THEN "people" ELSE 0 END), 0) AS BIGINT) AS "no_longer_above"
FROM (
  SELECT
    "people",
    CAST(COALESCE("old"."released", 0) AS DECIMAL(38, 0)) * CAST(2 AS DECIMAL(38, 0)) > CAST("atoms"."old_people" AS DECIMAL(38, 0)) * CAST(1 AS DECIMAL(38, 0)) AS "old_is_above",
    CAST(COALESCE("new"."released", 0) AS DECIMAL(38, 0)) * CAST(2 AS DECIMAL(38, 0)) > CAST("atoms"."new_people" AS DECIMAL(38, 0)) * CAST(1 AS DECIMAL(38, 0)) AS "new_is_above"
  FROM (
    SELECT
      "o0",
      "n0",
      "n1",
      "people",
      CAST(SUM("people") OVER (PARTITION BY "o0") AS BIGINT) AS "old_people",
      CAST(SUM("people") OVER (PARTITION BY "n0", "n1") AS BIGINT) AS "new_people"
    FROM "labelled_people"
  ) AS "atoms"
  LEFT JOIN (
    SELECT
      CAST("old_release"."town" AS TEXT) AS "o0",
      CAST(SUM(CAST("old_release"."n" AS BIGINT)) AS BIGINT) AS "released"
    FROM "old_release"
    GROUP BY
      CAST("old_release"."town" AS TEXT)
  ) AS "old"
    ON "atoms"."o0" IS NOT DISTINCT FROM "old"."o0"
  LEFT JOIN (
    SELECT
      CAST("new_release"."town" AS TEXT) AS "n0",
      CAST("new_release"."born" AS TEXT) AS "n1",
      CAST(SUM(CAST(1 AS BIGINT)) AS BIGINT) AS "released"
    FROM "new_release"
    GROUP BY
      CAST("new_release"."town" AS TEXT),
      CAST("new_release"."born" AS TEXT)
  ) AS "new"
    ON "atoms"."n0" IS NOT DISTINCT FROM "new"."n0"
    AND "atoms"."n1" IS NOT DISTINCT FROM "new"."n1"
) AS "people_of_atoms";
