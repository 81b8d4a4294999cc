-- of a slice
/* What of the frequency set, or of a slice of it, has one label of one quasi-identifier: of its labels of moderate size in P the one of greatest presence in P. */
/* Reads the leaves of that quasi-identifier, and the frequency set or the slice once. */
/* One row: a row of it; none if no label is of such a size, or nobody in the slice has it. */
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
/* What of the frequency set, or of a slice of it, has one label of one quasi-identifier: of its labels of moderate size in P the one of greatest presence in P. */
/* Reads the leaves of that quasi-identifier, and the frequency set or the slice once. */
/* One row: a row of it; none if no label is of such a size, or nobody in the slice has it. */
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
