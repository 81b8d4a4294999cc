"""A release as a table of a DuckDB file that the caller has open: through this connection."""

from contextlib import contextmanager

import duckdb
import pytest

import dpsql
from dpsql.engines.duckdb.release_table import DuckDBReleaseTable
from dpsql.errors import ConfigError, EngineError, IntegrityError, Locked, TargetError

NAME = "mart.released"
ROWS = [(f"town {i}",) for i in range(10)]


@pytest.fixture
def file(duckdb_bench):
    """A database of which T has 10 of 100 people."""
    path = duckdb_bench.folder / "people.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE SCHEMA mart")
        town = "'town ' || (range % 10) AS town, range AS person"
        connection.execute(f"CREATE TABLE people AS SELECT {town} FROM range(100)")
        # In an order that a release must not have.
        connection.execute("CREATE TABLE trial AS FROM people WHERE person < 10 ORDER BY -person")
    return path


@pytest.fixture
def make(duckdb_bench, file):
    def make_job(table=NAME, **words):
        given = {
            "public": "people",
            "private": "trial",
            "delta": {"max": "1/10"},
            "release": {"table": table, "manifest": "r.manifest.json"},
            "engine": {"duckdb": {"database": "people.duckdb"}},
        }
        return duckdb_bench.job({"town": {"prefix": [5]}}, **given | words)

    return make_job


@contextmanager
def connected(file, **words):
    with duckdb.connect(str(file), **words) as connection:
        yield connection


def list_tables(connection):
    names = "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'mart'"
    return connection.execute(names).fetchall()


def test_a_connection_that_has_the_file_open_releases_into_it(make, file):
    job = make()
    with connected(file) as connection:
        with pytest.raises(Locked, match="close it, or pass its connection"):
            dpsql.anonymize(job)
        made = dpsql.anonymize(job, connection=connection)
        assert connection.execute(f"FROM {NAME}").fetchall() == ROWS
        assert list_tables(connection) == [("released",)]
        assert dpsql.verify(job, connection=connection).release == made.release
        assert dpsql.check(job.replace(release={"table": "mart.two"}), connection=connection)
    # The same bytes as in a file of its own, and for those who open the database later.
    assert dpsql.verify(job).release == made.release
    released = dpsql.anonymize(make(release="r.parquet"))
    assert released.release.sha256 == made.release.sha256
    assert [one.name for one in file.parent.iterdir() if "lock" in one.name] == []


def test_the_connection_alone_names_the_file(make, file):
    job = make(engine="duckdb")
    with connected(file) as connection:
        made = dpsql.anonymize(job, connection=connection)
        assert dpsql.verify(job, connection=connection).release == made.release
    assert dpsql.verify(make()).release == made.release


def test_a_file_that_is_attached_under_another_name(make, file):
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{file}' AS \"my file\"")
        made = dpsql.anonymize(make(), connection=connection)
        assert connection.execute(f'FROM "my file".{NAME}').fetchall() == ROWS
    assert dpsql.verify(make()).release == made.release


def test_what_the_caller_has_not_committed_is_left_alone(make, file):
    with connected(file) as connection:
        connection.execute("BEGIN; CREATE TABLE mine AS SELECT 1 AS one")
        dpsql.anonymize(make(), connection=connection)
        connection.execute("ROLLBACK")
        assert connection.execute(f"FROM {NAME}").fetchall() == ROWS
        assert not connection.execute("FROM duckdb_tables() WHERE table_name = 'mine'").fetchall()


def test_a_table_is_replaced_only_if_that_is_wanted(make, file):
    with connected(file) as connection:
        dpsql.anonymize(make(), connection=connection)
        with pytest.raises(TargetError, match="exists; pass overwrite=True"):
            dpsql.anonymize(make(), connection=connection)
        made = dpsql.anonymize(make(), connection=connection, overwrite=True)
        assert dpsql.verify(make(), connection=connection).release == made.release
        with pytest.raises(TargetError, match="is an input of the job"):
            dpsql.anonymize(make("main.people"), connection=connection, overwrite=True)


def test_a_table_that_was_changed_is_noticed(make, file):
    with connected(file) as connection:
        dpsql.anonymize(make(), connection=connection)
        connection.execute(f"UPDATE {NAME} SET town = 'town 7' WHERE town = 'town 8'")
        with pytest.raises(IntegrityError):
            dpsql.verify(make(), connection=connection)


@pytest.mark.parametrize("step", ["swap", "commit"])
def test_a_run_that_fails_leaves_nothing_and_the_connection_open(make, file, monkeypatch, step):
    def fail(*_):
        raise IntegrityError("stopped here")

    monkeypatch.setattr(DuckDBReleaseTable, step, fail)
    with connected(file) as connection:
        with pytest.raises(IntegrityError, match="stopped here"):
            dpsql.anonymize(make(), connection=connection)
        assert list_tables(connection) == []
        connection.execute("CREATE TABLE mart.mine AS SELECT 1 AS one")
    assert sorted(one.name for one in file.parent.iterdir()) == ["people.duckdb"]


def test_a_connection_that_cannot_hold_the_table(make, file, tmp_path):
    with (
        connected(file, read_only=True) as connection,
        pytest.raises(TargetError, match=r"has people\.duckdb open to read only"),
    ):
        dpsql.anonymize(make(), connection=connection)
    with (
        duckdb.connect(str(tmp_path / "other.duckdb")) as connection,
        pytest.raises(ConfigError, match=r"people\.duckdb, which your connection does not"),
    ):
        dpsql.anonymize(make(), connection=connection)
    with (
        duckdb.connect() as connection,
        pytest.raises(ConfigError, match="the database of your connection is no file"),
    ):
        dpsql.anonymize(make(engine="duckdb"), connection=connection)
    with connected(file) as connection:
        connection.execute("SET preserve_insertion_order = false")
        with pytest.raises(EngineError, match="preserve_insertion_order is off"):
            dpsql.anonymize(make(), connection=connection)
        assert list_tables(connection) == []


def test_a_connection_that_is_closed_is_told(make, file):
    connection = duckdb.connect(str(file))
    connection.close()
    with pytest.raises(EngineError, match="is it open"):
        dpsql.anonymize(make(), connection=connection)
