-- a table of its own
/* Does the job hold? */
/* Reads the classes, and what the checks read. */
/* One row: the verdict, the classes, those that violate the job, the least and the greatest presence. */
SELECT
  CASE
    WHEN SUM("violates") = 0 AND (
      SELECT
        COUNT("problem")
      FROM "labelled"
    ) = 0
    THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes",
  SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence",
  MAX("presence") AS "greatest_presence"
FROM "classes";

-- counts
/* Does the job hold? */
/* Reads the classes, and what the checks read. */
/* One row: the verdict, the classes, those that violate the job, the least and the greatest presence. */
SELECT
  CASE
    WHEN SUM("violates") = 0 AND (
      SELECT
        COUNT("problem")
      FROM "labelled"
    ) = 0
    THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes",
  SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence",
  MAX("presence") AS "greatest_presence"
FROM "classes";

-- kept and sensitive columns
/* Does the job hold? */
/* Reads the classes, and what the checks read. */
/* One row: the verdict, the classes, those that violate the job, the least and the greatest presence. */
SELECT
  CASE
    WHEN SUM("violates") = 0
    AND (
      SELECT
        COUNT("problem")
      FROM "labelled"
    ) = 0
    AND (
      SELECT
        COUNT(*)
      FROM "violating_lab"
    ) = 0
    THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes",
  SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence",
  MAX("presence") AS "greatest_presence"
FROM "classes";

-- people climb
/* Does the job hold? */
/* Reads the classes, and what the checks read. */
/* One row: the verdict, the classes, those that violate the job, the least and the greatest presence. */
SELECT
  CASE
    WHEN SUM("violates") = 0 AND (
      SELECT
        COUNT("problem")
      FROM "labelled"
    ) = 0
    THEN 'holds'
    ELSE 'fails'
  END AS "verdict",
  COUNT(*) AS "classes",
  SUM("violates") AS "violating_classes",
  MIN("presence") AS "least_presence",
  MAX("presence") AS "greatest_presence"
FROM "classes";
