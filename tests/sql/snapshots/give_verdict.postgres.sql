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
    WHEN SUM("violates") = 0
    AND (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          *
        FROM (
          SELECT
            CAST(COALESCE(SUM(CASE WHEN "public_table"."people" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "empty_rows",
            CAST(COALESCE(
              SUM(
                CASE
                  WHEN "public_table"."people" IS NULL
                  OR CASE
                    WHEN CAST("public_table"."people" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
                    THEN CAST("public_table"."people" AS DECIMAL(38, 9)) = CAST(CAST("public_table"."people" AS DECIMAL(38, 9)) AS BIGINT)
                    AND (
                      CAST("public_table"."people" AS DOUBLE PRECISION) = CAST(CAST("public_table"."people" AS DECIMAL(38, 9)) AS DOUBLE PRECISION)
                      AND NOT CAST("public_table"."people" AS TEXT) ~ '[.][0-9]*[1-9][0-9]*$'
                    )
                    ELSE FALSE
                  END
                  THEN 0
                  ELSE 1
                END
              ),
              0
            ) AS BIGINT) AS "strange_rows",
            CAST(COALESCE(
              SUM(
                CASE
                  WHEN CASE
                    WHEN CAST("public_table"."people" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
                    THEN CAST("public_table"."people" AS DECIMAL(38, 9)) = CAST(CAST("public_table"."people" AS DECIMAL(38, 9)) AS BIGINT)
                    AND (
                      CAST("public_table"."people" AS DOUBLE PRECISION) = CAST(CAST("public_table"."people" AS DECIMAL(38, 9)) AS DOUBLE PRECISION)
                      AND NOT CAST("public_table"."people" AS TEXT) ~ '[.][0-9]*[1-9][0-9]*$'
                    )
                    ELSE FALSE
                  END
                  THEN CAST(CAST(CAST("public_table"."people" AS DECIMAL(38, 9)) AS BIGINT) AS DECIMAL(18, 0))
                  ELSE 0
                END
              ),
              0
            ) AS DECIMAL(38, 0)) AS "people"
          FROM "public_table"
        ) AS "checked"
        WHERE
          "empty_rows" <> 0 OR "strange_rows" <> 0 OR "people" > 1000000000000
      ) AS "faults"
    ) = 0
    AND (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          *
        FROM (
          SELECT
            CAST(COALESCE(SUM(CASE WHEN "private_table"."cases" IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS "empty_rows",
            CAST(COALESCE(
              SUM(
                CASE
                  WHEN "private_table"."cases" IS NULL
                  OR CASE
                    WHEN CAST("private_table"."cases" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
                    THEN CAST("private_table"."cases" AS DECIMAL(38, 9)) = CAST(CAST("private_table"."cases" AS DECIMAL(38, 9)) AS BIGINT)
                    AND (
                      CAST("private_table"."cases" AS DOUBLE PRECISION) = CAST(CAST("private_table"."cases" AS DECIMAL(38, 9)) AS DOUBLE PRECISION)
                      AND NOT CAST("private_table"."cases" AS TEXT) ~ '[.][0-9]*[1-9][0-9]*$'
                    )
                    ELSE FALSE
                  END
                  THEN 0
                  ELSE 1
                END
              ),
              0
            ) AS BIGINT) AS "strange_rows",
            CAST(COALESCE(
              SUM(
                CASE
                  WHEN CASE
                    WHEN CAST("private_table"."cases" AS DECIMAL(38, 9)) BETWEEN 0 AND 1000000000000
                    THEN CAST("private_table"."cases" AS DECIMAL(38, 9)) = CAST(CAST("private_table"."cases" AS DECIMAL(38, 9)) AS BIGINT)
                    AND (
                      CAST("private_table"."cases" AS DOUBLE PRECISION) = CAST(CAST("private_table"."cases" AS DECIMAL(38, 9)) AS DOUBLE PRECISION)
                      AND NOT CAST("private_table"."cases" AS TEXT) ~ '[.][0-9]*[1-9][0-9]*$'
                    )
                    ELSE FALSE
                  END
                  THEN CAST(CAST(CAST("private_table"."cases" AS DECIMAL(38, 9)) AS BIGINT) AS DECIMAL(18, 0))
                  ELSE 0
                END
              ),
              0
            ) AS DECIMAL(38, 0)) AS "people"
          FROM "private_table"
        ) AS "checked"
        WHERE
          "empty_rows" <> 0 OR "strange_rows" <> 0 OR "people" > 1000000000000
      ) AS "faults"
    ) = 0
    AND (
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
