"""Tables are found in the server's catalogue by their exact names, and nothing else is."""

import pyarrow
import pytest

import dpsql

HOSTILE = [
    "Robert'); DROP TABLE people; --",
    'a"b',
    "ünï",
    " ",
    "%s",
    "public_table",
    "select",
    "A",
]


def make(server, table, column="town"):
    quoted = table.replace('"', '""')
    named = column.replace('"', '""')
    server.execute(
        f'CREATE TABLE "{quoted}" AS SELECT i::text AS "{named}", i = 1 AS member'
        " FROM generate_series(1, 2) AS i"
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_tables_and_columns(postgres_bench, server, name):
    make(server, name, name)
    job = postgres_bench.job(
        {name: {"prefix": [1]}}, public={"table": name}, private={"where": "member"}
    )
    assert postgres_bench.measure(job).public_rows == 2


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_one_to_three_parts(town_job, server, parts):
    database, schema = server.execute("SELECT current_database(), current_schema()").fetchone()
    name = ".".join((database, schema, "people")[-parts:])
    assert dpsql.measure(town_job(public={"table": name})).public_rows == 100


def test_the_path_of_the_connection_decides_between_schemas(town_job, server):
    server.execute("CREATE SCHEMA IF NOT EXISTS other_schema")
    try:
        server.execute("CREATE TABLE other_schema.people (town text, member boolean)")
        assert dpsql.measure(town_job()).public_rows == 100
    finally:
        server.execute("DROP SCHEMA other_schema CASCADE")


def test_elsewhere_a_name_must_be_of_one_table(town_job, server):
    for schema in ("one_schema", "other_schema"):
        server.execute(f"CREATE SCHEMA {schema}")
        server.execute(f"CREATE TABLE {schema}.twice (town text, member boolean)")
    try:
        with pytest.raises(dpsql.ConfigError, match="several tables have this name"):
            dpsql.measure(town_job(public={"table": "twice"}))
    finally:
        server.execute("DROP SCHEMA one_schema CASCADE")
        server.execute("DROP SCHEMA other_schema CASCADE")


@pytest.mark.parametrize("name", ["no_such", "People", "pg_class", "now", "a.b.c.d", "people "])
def test_no_table(town_job, name):
    with pytest.raises(dpsql.ConfigError, match="no table or view of the database") as caught:
        dpsql.measure(town_job(public={"table": name}))
    is_alike = name in ("People", "people ")
    assert not is_alike or str(caught.value).endswith("; did you mean 'people'?")


def test_views_and_parts_of_tables_are_tables(town_job, server):
    server.execute("CREATE TABLE parted (LIKE people) PARTITION BY LIST (member)")
    server.execute("CREATE TABLE parted_in PARTITION OF parted FOR VALUES IN (true)")
    server.execute("CREATE TABLE parted_out PARTITION OF parted DEFAULT")
    server.execute("INSERT INTO parted SELECT * FROM people")
    server.execute("CREATE VIEW seen AS SELECT * FROM parted")
    server.execute("CREATE MATERIALIZED VIEW kept AS SELECT * FROM seen")
    for name in ("parted", "seen", "kept"):
        assert dpsql.measure(town_job(public=name)).public_rows == 100


def test_columns_that_differ_only_in_case_are_refused(town_job, server):
    server.execute('ALTER TABLE people ADD COLUMN "Town" text')
    with pytest.raises(dpsql.SchemaError, match="columns 1 and 4 have the same name"):
        dpsql.measure(town_job())


@pytest.mark.parametrize("name", ["x" * 64, "ä" * 32, "ctid", "xmin"])
def test_names_of_files_that_postgres_would_cut_or_has_are_refused(postgres_bench, name):
    table = pyarrow.table({name: ["a"]})
    job = postgres_bench.job({name: {"prefix": [1]}}, public=table, private=table)
    with pytest.raises(dpsql.SchemaError, match="cannot name column 1") as caught:
        postgres_bench.measure(job)
    assert name not in str(caught.value).replace("xmin, ", "").replace(", ctid", "")


def test_a_text_with_nul_is_refused(postgres_bench):
    table = pyarrow.table({"town": ["a\0b"]})
    job = postgres_bench.job({"town": {"prefix": [1]}}, public=table, private=table)
    with pytest.raises(dpsql.InputError, match="NUL"):
        postgres_bench.measure(job)


def test_a_label_with_nul_is_refused(postgres_bench, people):
    tree = {"a\0b": [f"town {i}" for i in range(10)]}
    words = {"public": "people", "private": {"where": "member"}}
    with pytest.raises(dpsql.InputError, match="NUL"):
        postgres_bench.measure(postgres_bench.job({"town": {"tree": tree}}, **words))
