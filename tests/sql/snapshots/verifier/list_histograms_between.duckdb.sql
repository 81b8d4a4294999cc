-- the first chunk
/* A chunk of the histograms that the verifier judges. */
/* Reads verified_histograms. */
/* One row: a histogram and the number of classes that have it. */
SELECT
  "histogram",
  "class_count"
FROM "verified_histograms"
WHERE
  "position" >= 0 AND "position" < 20000;
