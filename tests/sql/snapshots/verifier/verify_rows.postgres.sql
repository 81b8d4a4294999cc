-- T is a table
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      CAST("private_rows"."town" AS TEXT),
      "labels_1"."label",
      CAST("private_rows"."lab" AS TEXT),
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "labels_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "labels_1"."leaf"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";

-- T is a table, formulas quoted
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      CASE
        WHEN (
          CAST("private_rows"."town" AS TEXT) ~ '^[=+\-@|\t\r\n]'
          AND NOT CAST("private_rows"."town" AS TEXT) ~ '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        )
        OR CAST("private_rows"."town" AS TEXT) ~ '^'''
        THEN '''' || CAST("private_rows"."town" AS TEXT)
        ELSE CAST("private_rows"."town" AS TEXT)
      END,
      CASE
        WHEN (
          CAST("labels_1"."label" AS TEXT) ~ '^[=+\-@|\t\r\n]'
          AND NOT CAST("labels_1"."label" AS TEXT) ~ '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        )
        OR CAST("labels_1"."label" AS TEXT) ~ '^'''
        THEN '''' || CAST("labels_1"."label" AS TEXT)
        ELSE CAST("labels_1"."label" AS TEXT)
      END,
      CASE
        WHEN (
          CAST("private_rows"."lab" AS TEXT) ~ '^[=+\-@|\t\r\n]'
          AND NOT CAST("private_rows"."lab" AS TEXT) ~ '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        )
        OR CAST("private_rows"."lab" AS TEXT) ~ '^'''
        THEN '''' || CAST("private_rows"."lab" AS TEXT)
        ELSE CAST("private_rows"."lab" AS TEXT)
      END,
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "labels_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "labels_1"."leaf"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";

-- boxes, a column kept
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      "verified_boxes"."cell0",
      "verified_boxes"."cell1",
      CAST("private_rows"."lab" AS TEXT),
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "intervals_0"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "intervals_0"."leaf"
    LEFT JOIN "intervals_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "intervals_1"."leaf"
    LEFT JOIN "members"
      ON "members"."x0" = "intervals_0"."position"
      AND "members"."x1" = "intervals_1"."position"
    LEFT JOIN "verified_boxes"
      ON "members"."box" = "verified_boxes"."box"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";

-- boxes, formulas quoted
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      "verified_boxes"."cell0",
      "verified_boxes"."cell1",
      CASE
        WHEN (
          CAST("private_rows"."lab" AS TEXT) ~ '^[=+\-@|\t\r\n]'
          AND NOT CAST("private_rows"."lab" AS TEXT) ~ '^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$'
        )
        OR CAST("private_rows"."lab" AS TEXT) ~ '^'''
        THEN '''' || CAST("private_rows"."lab" AS TEXT)
        ELSE CAST("private_rows"."lab" AS TEXT)
      END,
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "intervals_0"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "intervals_0"."leaf"
    LEFT JOIN "intervals_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "intervals_1"."leaf"
    LEFT JOIN "members"
      ON "members"."x0" = "intervals_0"."position"
      AND "members"."x1" = "intervals_1"."position"
    LEFT JOIN "verified_boxes"
      ON "members"."box" = "verified_boxes"."box"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";

-- parts along the hierarchies, a rest and a column kept
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      "verified_part_texts"."c0",
      "verified_part_texts"."c1",
      CAST("private_rows"."lab" AS TEXT),
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "verified_parts"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM CAST("verified_parts"."v0" AS TEXT)
      AND CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM CAST("verified_parts"."v1" AS TEXT)
    LEFT JOIN "verified_part_texts"
      ON "verified_parts"."part" = "verified_part_texts"."part"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";

-- rare people climb, a column kept
/* Is the release T at the stated levels, row for row? */
/* Reads the release, the rows of T, and the labels of the verifier. */
/* One row: the number of distinct rows whose multiplicity differs. */
SELECT
  COUNT(*) AS "different_rows"
FROM (
  SELECT
    "c0",
    "c1",
    "c2"
  FROM (
    SELECT
      CAST("release"."town" AS TEXT) AS "c0",
      CAST("release"."born" AS TEXT) AS "c1",
      CAST("release"."lab" AS TEXT) AS "c2",
      1 AS "surplus"
    FROM "release"
    UNION ALL
    SELECT
      CASE
        WHEN NOT "verified_settled_0"."public_count" IS NULL
        THEN CAST("private_rows"."town" AS TEXT)
        WHEN NOT "verified_settled_1"."public_count" IS NULL
        THEN "labels_0_1"."label"
        WHEN NOT "verified_settled_2"."public_count" IS NULL
        THEN '*'
        WHEN NOT "verified_settled_3"."public_count" IS NULL
        THEN '*'
      END,
      CASE
        WHEN NOT "verified_settled_0"."public_count" IS NULL
        THEN "labels_1_1"."label"
        WHEN NOT "verified_settled_1"."public_count" IS NULL
        THEN "labels_1_1"."label"
        WHEN NOT "verified_settled_2"."public_count" IS NULL
        THEN "labels_1_1"."label"
        WHEN NOT "verified_settled_3"."public_count" IS NULL
        THEN '*'
      END,
      CAST("private_rows"."lab" AS TEXT),
      -1
    FROM (
      SELECT
        "private_table"."town" AS "town",
        "private_table"."born" AS "born",
        "private_table"."lab"
      FROM "private_table"
    ) AS "private_rows"
    LEFT JOIN "labels_0_1"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "labels_0_1"."leaf"
    LEFT JOIN "labels_1_1"
      ON CAST("private_rows"."born" AS TEXT) IS NOT DISTINCT FROM "labels_1_1"."leaf"
    LEFT JOIN "verified_settled_0"
      ON CAST("private_rows"."town" AS TEXT) IS NOT DISTINCT FROM "verified_settled_0"."c0"
      AND "labels_1_1"."label" IS NOT DISTINCT FROM "verified_settled_0"."c1"
    LEFT JOIN "verified_settled_1"
      ON "labels_0_1"."label" IS NOT DISTINCT FROM "verified_settled_1"."c0"
      AND "labels_1_1"."label" IS NOT DISTINCT FROM "verified_settled_1"."c1"
    LEFT JOIN "verified_settled_2"
      ON '*' IS NOT DISTINCT FROM "verified_settled_2"."c0"
      AND "labels_1_1"."label" IS NOT DISTINCT FROM "verified_settled_2"."c1"
    LEFT JOIN "verified_settled_3"
      ON '*' IS NOT DISTINCT FROM "verified_settled_3"."c0"
      AND '*' IS NOT DISTINCT FROM "verified_settled_3"."c1"
  ) AS "both_tables"
  GROUP BY
    "c0",
    "c1",
    "c2"
  HAVING
    SUM("surplus") <> 0
) AS "different";
