-- rare people climb
/* How many people share the labels of those who come to a node? */
/* Reads the tuples of the step before; those who settled there are left out. */
/* One row: a tuple with its codes, its rows of P and of T, and the people of P in its class at this node. */
SELECT
  "q0",
  "q1",
  "q0_level_0",
  "q0_level_1",
  "q1_level_1",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q0_level_1", "q1_level_1") AS "class_people"
FROM "climbers_1"
WHERE
  "class_people" < 2;

-- rare people climb along columns
/* How many people share the labels of those who come to a node? */
/* Reads the tuples of the step before; those who settled there are left out. */
/* One row: a tuple with its codes, its rows of P and of T, and the people of P in its class at this node. */
SELECT
  "q0",
  "q1",
  "q0_level_0",
  "q0_level_1",
  "q1_level_0",
  "q1_level_1",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q0_level_1", "q1_level_0") AS "class_people"
FROM "climbers_1"
WHERE
  "class_people" < 4;

-- rare people climb, a column kept
/* How many people share the labels of those who come to a node? */
/* Reads the tuples of the step before; those who settled there are left out. */
/* One row: a tuple with its codes, its rows of P and of T, and the people of P in its class at this node. */
SELECT
  "q0",
  "q1",
  "q0_level_0",
  "q0_level_1",
  "q1_level_1",
  "public_count",
  "private_count",
  SUM("public_count") OVER (PARTITION BY "q1_level_1") AS "class_people"
FROM "climbers_2"
WHERE
  "class_people" < 2;

-- rare people climb, a column protected
/* How many people share the labels of those who come to a node? */
/* Reads the tuples of the step before; those who settled there are left out. */
/* One row: a tuple with its codes, its rows of P and of T, and the people of P in its class at this node. */
SELECT
  "q0",
  "q1",
  "q0_level_0",
  "q0_level_1",
  "q1_level_1",
  "public_count",
  "private_count",
  SUM("public_count") OVER () AS "class_people"
FROM "climbers_3"
WHERE
  "class_people" < 2;
