-- a rest, and a cut without one
/* Which part do the cuts of a release put people in? */
/* Reads everybody with the labels that the cuts look at. */
/* One row: as there; the new column is the number of the part, NULL if they are in none. */
SELECT
  *,
  CASE
    WHEN "level_born_2" = '2000' AND "sex" = 'F'
    THEN 4
    WHEN "level_born_2" = '2000' AND "sex" = 'M'
    THEN 5
    WHEN "level_born_2" IS NULL
    THEN 2
    WHEN "level_born_2" = '2000'
    THEN -1
    WHEN "sex" = 'F'
    THEN 6
    ELSE 7
  END AS "part"
FROM "people";
