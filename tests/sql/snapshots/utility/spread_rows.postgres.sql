-- a kept column
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  "values_of_0"."leaf" AS "town",
  CAST("values_of_1"."leaf" AS DATE) AS "born",
  "ranked_rows"."k0" AS "paid"
FROM "ranked_rows"
JOIN "ranges_of_0"
  ON "ranked_rows"."c0" IS NOT DISTINCT FROM "ranges_of_0"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) >= "ranges_of_0"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) < "ranges_of_0"."first" + "ranges_of_0"."size"
JOIN "values_of_0"
  ON "values_of_0"."place" = "ranges_of_0"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) - "ranges_of_0"."first"
JOIN "ranges_of_1"
  ON "ranked_rows"."c1" IS NOT DISTINCT FROM "ranges_of_1"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) >= "ranges_of_1"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) < "ranges_of_1"."first" + "ranges_of_1"."size"
JOIN "values_of_1"
  ON "values_of_1"."place" = "ranges_of_1"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) - "ranges_of_1"."first";

-- a kept column, none is
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  "ranked_rows"."k0" AS "paid"
FROM "ranked_rows";

-- a kept column, one is read
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  CAST("values_of_1"."leaf" AS DATE) AS "born",
  "ranked_rows"."k0" AS "paid"
FROM "ranked_rows"
JOIN "ranges_of_1"
  ON "ranked_rows"."c1" IS NOT DISTINCT FROM "ranges_of_1"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) >= "ranges_of_1"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) < "ranges_of_1"."first" + "ranges_of_1"."size"
JOIN "values_of_1"
  ON "values_of_1"."place" = "ranges_of_1"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) - "ranges_of_1"."first";

-- nothing is kept
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  "values_of_0"."leaf" AS "town",
  CAST("values_of_1"."leaf" AS DATE) AS "born"
FROM "ranked_rows"
JOIN "ranges_of_0"
  ON "ranked_rows"."c0" IS NOT DISTINCT FROM "ranges_of_0"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) >= "ranges_of_0"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) < "ranges_of_0"."first" + "ranges_of_0"."size"
JOIN "values_of_0"
  ON "values_of_0"."place" = "ranges_of_0"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_0"
        ) + 1
      ) * "ranges_of_0"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_0"
          ) + 1
        ) * "ranges_of_0"."total"
      ) % (
        2 * "ranked_rows"."rows_0"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_0"
  ) AS BIGINT) - "ranges_of_0"."first"
JOIN "ranges_of_1"
  ON "ranked_rows"."c1" IS NOT DISTINCT FROM "ranges_of_1"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) >= "ranges_of_1"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) < "ranges_of_1"."first" + "ranges_of_1"."size"
JOIN "values_of_1"
  ON "values_of_1"."place" = "ranges_of_1"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) - "ranges_of_1"."first";

-- nothing is kept, none is
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  "ranked_rows"."number" AS "number"
FROM "ranked_rows";

-- nothing is kept, one is read
/* The rows of a release as its reader must think of them: a value in place of each label. */
/* Reads the ranked rows, and per column the ranges of values that labels stand for, and the values. */
/* One row: a released row, the rows of each label spread evenly over its values, in the columns that are read. */
SELECT
  CAST("values_of_1"."leaf" AS DATE) AS "born"
FROM "ranked_rows"
JOIN "ranges_of_1"
  ON "ranked_rows"."c1" IS NOT DISTINCT FROM "ranges_of_1"."label"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) >= "ranges_of_1"."first"
  AND CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) < "ranges_of_1"."first" + "ranges_of_1"."size"
JOIN "values_of_1"
  ON "values_of_1"."place" = "ranges_of_1"."low" + CAST(CAST((
    (
      (
        (
          2 * "ranked_rows"."rank_1"
        ) + 1
      ) * "ranges_of_1"."total"
    ) - (
      (
        (
          (
            2 * "ranked_rows"."rank_1"
          ) + 1
        ) * "ranges_of_1"."total"
      ) % (
        2 * "ranked_rows"."rows_1"
      )
    )
  ) AS DOUBLE PRECISION) / (
    2 * "ranked_rows"."rows_1"
  ) AS BIGINT) - "ranges_of_1"."first";
