-- of a slice
/* The part of the frequency set that has one label of one quasi-identifier: of all its labels of moderate size the one with the largest share in T. */
/* Reads the leaves of that quasi-identifier, and the frequency set once. */
/* One row: a row of the frequency set; none if no label is of such a size. */
SELECT
  *
FROM "slice_1"
WHERE
  "q2_level_0" = (
    SELECT
      "label"
    FROM (
      SELECT
        "code_0" AS "label",
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "leaves_2"
      GROUP BY
        "code_0"
    ) AS "labels"
    WHERE
      "public_count" BETWEEN 10 AND 200
    ORDER BY
      CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
      "label"
    LIMIT 1
  );

-- of a thousand people
/* The part of the frequency set that has one label of one quasi-identifier: of all its labels of moderate size the one with the largest share in T. */
/* Reads the leaves of that quasi-identifier, and the frequency set once. */
/* One row: a row of the frequency set; none if no label is of such a size. */
SELECT
  *
FROM "frequency_set"
WHERE
  "q1_level_2" = (
    SELECT
      "label"
    FROM (
      SELECT
        "code_2" AS "label",
        CAST(SUM("public_count") AS BIGINT) AS "public_count",
        CAST(SUM("private_count") AS BIGINT) AS "private_count"
      FROM "leaves_1"
      GROUP BY
        "code_2"
    ) AS "labels"
    WHERE
      "public_count" BETWEEN 10 AND 200
    ORDER BY
      CAST("private_count" AS DOUBLE) / CAST("public_count" AS DOUBLE) DESC,
      "label"
    LIMIT 1
  );
