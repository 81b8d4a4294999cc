"""What only the embedded engine offers: database files, catalogue names, a caller's connection."""

import os
import subprocess
import sys
import traceback
from fractions import Fraction

import duckdb
import pytest

import dpsql

ROWS = "(VALUES ('a'), ('a'), ('b'), ('b')) AS rows(town)"
TREE = {"town": {"tree": {"*": ["a", "b"]}}}


@pytest.fixture
def database(duckdb_bench):
    """A database file with P as a table, T as a view, and both again in a schema."""
    path = duckdb_bench.folder / "people.duckdb"
    with duckdb.connect(str(path)) as connection:
        for schema in ("main", '"a schema"'):
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
            connection.execute(f"CREATE TABLE {schema}.people AS FROM {ROWS}")
            connection.execute(f"CREATE VIEW {schema}.trial AS SELECT DISTINCT * FROM {ROWS}")
        connection.execute(f"CREATE TABLE people_alone AS FROM {ROWS}")
        connection.execute(f"CREATE VIEW trial_alone AS SELECT DISTINCT * FROM {ROWS}")
        connection.execute("CREATE TABLE dim (town VARCHAR, country VARCHAR)")
        connection.execute("INSERT INTO dim VALUES ('a', 'x'), ('b', 'x'), ('a', 'x')")
    return duckdb_bench


def job_over(bench, hierarchies=TREE, **words):
    usual = {"public": "people_alone", "private": "trial_alone"}
    engine = {"duckdb": {"database": "people.duckdb"}}
    return bench.job(hierarchies, delta={"max": "1/2"}, engine=engine, **usual | words)


@pytest.mark.parametrize(
    ("public", "private"),
    [
        ("people_alone", "trial_alone"),
        ("main.people", "main.trial"),
        ("a schema.people", "database.a schema.trial"),
        ("database.main.people_alone", {"table": "database.main.trial"}),
    ],
)
def test_tables_and_views_of_a_database_file(database, public, private):
    found = database.anonymize(job_over(database, public=public, private=private))
    assert found.presence.minimum == found.presence.maximum == Fraction(1, 2)
    assert database.read_release() == [("a",), ("b",)]


def test_a_mapping_table_of_the_database(database):
    job = job_over(database, {"town": {"table": "dim", "columns": ["town", "country"]}})
    assert database.measure(job, {"town": 1}).metrics["loss"] == 1


def test_the_database_file_is_not_changed(database):
    path = database.folder / "people.duckdb"
    before = path.read_bytes()
    database.anonymize(job_over(database))
    assert path.read_bytes() == before
    assert not (database.folder / "people.duckdb.wal").exists()


@pytest.mark.parametrize(
    ("name", "meant"), [("people_alnoe", "people_alone"), ("mart.dim", "main.dim")]
)
def test_a_table_that_is_missing_is_told_with_one_that_is_alike(database, name, meant):
    with pytest.raises(dpsql.ConfigError, match=f"^{name}: no table .*; did you mean '{meant}'"):
        database.measure(job_over(database, public=name))


def test_a_view_of_what_is_gone_is_named(database):
    with duckdb.connect(str(database.folder / "people.duckdb")) as connection:
        connection.execute("DROP TABLE people_alone; CREATE TABLE base AS SELECT 'a' AS town")
        connection.execute("CREATE VIEW people_alone AS FROM base; DROP TABLE base")
    with pytest.raises(dpsql.InputError, match=r"^people_alone: this view cannot be read"):
        database.measure(job_over(database))


@pytest.mark.parametrize("side", ["public", "private"])
@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("CAST(CAST(town AS INTEGER) AS VARCHAR)", "a value does not fit the type of its CAST"),
        ("CAST(error('secret ' || town) AS VARCHAR)", "a function in it refuses a value$"),
        ("CAST(CAST(300 + length(town) AS TINYINT) AS VARCHAR)", ""),
    ],
)
def test_a_view_that_fails_is_named_with_the_reason_and_no_value(database, side, cell, why):
    with duckdb.connect(str(database.folder / "people.duckdb")) as connection:
        connection.execute(f"CREATE VIEW failing AS SELECT {cell} AS town FROM people_alone")
    with pytest.raises(dpsql.InputError, match=f"^failing: this view cannot be read: {why}") as e:
        database.measure(job_over(database, **{side: "failing"}))
    assert "secret" not in "".join(traceback.format_exception(e.value))


def test_a_view_of_a_file_that_is_gone_is_named(tmp_path):
    gone = tmp_path / "gone.csv"
    gone.write_text("town\na\n", encoding="utf-8")
    words = {"public": {"table": "v"}, "private": {"table": "v"}, "quasi_identifiers": TREE}
    with duckdb.connect() as connection:
        connection.execute(f"CREATE VIEW v AS FROM read_csv('{gone}')")
        gone.unlink()
        with pytest.raises(dpsql.InputError, match=r"^v: this view cannot be read: a file that"):
            dpsql.check(dpsql.Job(**words), connection=connection)


def test_a_name_of_several_tables_is_refused(database):
    with pytest.raises(dpsql.ConfigError, match="people: several tables have this name"):
        database.measure(job_over(database, public="people"))


@pytest.mark.parametrize(
    "name",
    [
        "read_csv('p.csv')",
        "pg_sleep(9)",
        "sniff_csv('p.csv')",
        "people_alone; DROP TABLE people_alone",
        "people_alone AS x",
        "duckdb_settings()",
        "variable_of_python",
        "a.b.c.d",
        "tuples",
        "public_table",
    ],
)
def test_names_are_looked_up_and_never_evaluated_D10(database, name):
    variable_of_python = duckdb.sql(f"FROM {ROWS}").arrow()  # what a replacement scan would find
    assert variable_of_python is not None
    with pytest.raises(dpsql.ConfigError, match="no table or view"):
        database.measure(job_over(database, public={"table": name}))


def test_a_table_name_that_is_a_path_is_not_read_as_a_file_D10(database):
    path = database.write("secret.csv", [("a",)], ("town",))
    with pytest.raises(dpsql.ConfigError, match="no table or view"):
        database.measure(job_over(database, public={"table": str(path)}))


def test_a_missing_database_file_is_refused(duckdb_bench):
    with pytest.raises(dpsql.ConfigError, match=r"people\.duckdb: no such database file"):
        duckdb_bench.measure(job_over(duckdb_bench))


HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); input()"


def test_a_database_that_another_process_writes_is_locked(database):
    path = database.folder / "people.duckdb"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(dpsql.Locked, match=r"people\.duckdb: .* locked by another process"):
            database.measure(job_over(database))
        holder.communicate("\n")
    assert database.measure(job_over(database)).public_rows == 4


def test_a_database_that_this_program_writes_is_locked(database):
    with (
        duckdb.connect(str(database.folder / "people.duckdb")),
        pytest.raises(dpsql.Locked, match="this program has the database open"),
    ):
        database.measure(job_over(database))


def test_a_file_that_is_no_database_is_refused(duckdb_bench):
    (duckdb_bench.folder / "people.duckdb").write_bytes(b"no database" * 1000)
    with pytest.raises(dpsql.ParseError, match=r"people\.duckdb: it is no database that DuckDB"):
        duckdb_bench.measure(job_over(duckdb_bench))


def test_a_database_that_may_not_be_read_is_refused(database, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(
        dpsql.InputError, match=r"people\.duckdb: the database file is not readable"
    ):
        database.measure(job_over(database))


@pytest.mark.parametrize(
    "options", [{"memory": "much"}, {"memory": "1'; SELECT 1"}, {"max_spill": "1 XB"}]
)
def test_options_that_are_not_understood_are_refused(duckdb_bench, options):
    duckdb_bench.write("p.csv", [("a",)], ("town",))
    job = duckdb_bench.job(TREE, private="p.csv", engine={"duckdb": options})
    with pytest.raises(dpsql.ConfigError, match=f"{next(iter(options))} takes a size"):
        duckdb_bench.measure(job)


def state(connection):
    """Everything of a session that a stranger could leave something in."""
    queries = (
        "SELECT database_name, path FROM duckdb_databases() ORDER BY ALL",
        "SELECT database_name, schema_name, table_name FROM duckdb_tables() ORDER BY ALL",
        "SELECT database_name, schema_name, view_name FROM duckdb_views() ORDER BY ALL",
        "SELECT name, value FROM duckdb_settings() ORDER BY ALL",
        "SELECT name FROM duckdb_secrets() ORDER BY ALL",
        "SELECT extension_name, loaded FROM duckdb_extensions() ORDER BY ALL",
        "SELECT name FROM duckdb_prepared_statements() ORDER BY ALL",
        "SELECT current_database(), current_schema()",
    )
    return [connection.execute(query).fetchall() for query in queries]


@pytest.fixture
def connection():
    with duckdb.connect(config={"threads": 1}) as opened:
        opened.execute(f"CREATE TABLE people AS FROM {ROWS}")
        opened.execute(f"CREATE TEMP VIEW trial AS SELECT DISTINCT * FROM {ROWS}")
        yield opened


def test_nothing_is_left_in_the_connection_of_the_caller(duckdb_bench, connection):
    job = duckdb_bench.job(TREE, public="people", private="trial", delta={"max": "1/2"})
    before = state(connection)
    dpsql.check(job, connection=connection)
    dpsql.measure(job, connection=connection)
    dpsql.lattice(job, connection=connection)
    dpsql.anonymize(job, connection=connection)
    dpsql.verify(job, connection=connection)
    assert state(connection) == before
    assert connection.execute("SELECT COUNT(*) FROM people").fetchone() == (4,)


def test_nothing_is_left_in_the_connection_after_a_failure(duckdb_bench, connection):
    impossible = duckdb_bench.job(TREE, public="people", private="trial", delta={"max": "1/4"})
    outside = duckdb_bench.job(TREE, public="trial", private="people")
    before = state(connection)
    with pytest.raises(dpsql.NoSafeRelease):
        dpsql.anonymize(impossible, connection=connection)
    with pytest.raises(dpsql.SubsetError):
        dpsql.measure(outside, connection=connection)
    assert state(connection) == before


def test_tables_in_memory_are_unregistered_from_the_connection(duckdb_bench, connection):
    table = connection.sql("FROM people").to_arrow_table()
    before = state(connection)
    job = duckdb_bench.job(TREE, public=table, private="trial")
    dpsql.measure(job, connection=connection)
    assert state(connection) == before


def test_nothing_is_left_in_the_connection_within_a_transaction(duckdb_bench, connection):
    connection.execute("BEGIN")
    before = state(connection)
    job = duckdb_bench.job(TREE, public="people", private="trial")
    assert dpsql.measure(job, connection=connection).public_rows == 4
    assert state(connection) == before
    connection.execute("COMMIT")
    assert state(connection) == before


def test_what_an_open_transaction_of_the_caller_wrote_is_counted_and_kept(duckdb_bench, connection):
    connection.execute("BEGIN")
    connection.execute("INSERT INTO people VALUES ('a'), ('b')")
    job = duckdb_bench.job(TREE, public="people", private="trial")
    assert dpsql.measure(job, connection=connection).public_rows == 6
    connection.execute("ROLLBACK")
    assert connection.execute("SELECT COUNT(*) FROM people").fetchone() == (4,)


def test_the_session_of_a_job_without_connection_is_its_own(duckdb_bench):
    """Another connection of the same process sees nothing, and work folders are removed."""
    duckdb_bench.write("p.csv", [("a",), ("b",)], ("town",))
    with duckdb.connect() as other:
        before = state(other)
        duckdb_bench.measure(duckdb_bench.job(TREE, private="p.csv", engine=work_dir(duckdb_bench)))
        assert state(other) == before
    assert list((duckdb_bench.folder / "work").iterdir()) == []


def work_dir(bench):
    (bench.folder / "work").mkdir()
    return {"duckdb": {"work_dir": "work"}}
