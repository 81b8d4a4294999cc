"""A release as a table of a DuckDB file that the caller has open: through this connection."""

from contextlib import contextmanager

import duckdb
import pytest

import dpsql
from dpsql.engines.duckdb.release_table import DuckDBReleaseTable
from dpsql.errors import ConfigError, EngineError, IntegrityError, Locked, TargetError

NAME = "mart.released"
ROWS = [(f"town {i}",) for i in range(10)]


@contextmanager
def connected(file, **words):
    with duckdb.connect(str(file), **words) as connection:
        yield connection


def list_tables(connection):
    names = "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'mart'"
    return connection.execute(names).fetchall()


def test_a_connection_that_has_the_file_open_releases_into_it(make_table_job, people_file):
    job = make_table_job()
    with connected(people_file) as connection:
        with pytest.raises(Locked, match="close it, or pass its connection"):
            dpsql.anonymize(job)
        made = dpsql.anonymize(job, connection=connection)
        assert connection.execute(f"FROM {NAME}").fetchall() == ROWS
        assert list_tables(connection) == [("released",)]
        assert dpsql.verify(job, connection=connection).release == made.release
        assert dpsql.check(job.replace(release={"table": "mart.two"}), connection=connection)
    # The same bytes as in a file of its own, and for those who open the database later.
    assert dpsql.verify(job).release == made.release
    released = dpsql.anonymize(make_table_job(release="r.parquet"))
    assert released.release.sha256 == made.release.sha256
    assert [one.name for one in people_file.parent.iterdir() if "lock" in one.name] == []


def test_the_connection_alone_names_the_file(make_table_job, people_file):
    job = make_table_job(engine="duckdb")
    with connected(people_file) as connection:
        made = dpsql.anonymize(job, connection=connection)
        assert dpsql.verify(job, connection=connection).release == made.release
    assert dpsql.verify(make_table_job()).release == made.release


def test_a_file_that_is_attached_under_another_name(make_table_job, people_file):
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{people_file}' AS \"my file\"")
        made = dpsql.anonymize(make_table_job(), connection=connection)
        assert connection.execute(f'FROM "my file".{NAME}').fetchall() == ROWS
    assert dpsql.verify(make_table_job()).release == made.release


def test_what_the_caller_has_not_committed_is_left_alone(make_table_job, people_file):
    with connected(people_file) as connection:
        connection.execute("BEGIN; CREATE TABLE mine AS SELECT 1 AS one")
        dpsql.anonymize(make_table_job(), connection=connection)
        connection.execute("ROLLBACK")
        assert connection.execute(f"FROM {NAME}").fetchall() == ROWS
        assert not connection.execute("FROM duckdb_tables() WHERE table_name = 'mine'").fetchall()


def test_a_table_is_replaced_only_if_that_is_wanted(make_table_job, people_file):
    with connected(people_file) as connection:
        dpsql.anonymize(make_table_job(), connection=connection)
        with pytest.raises(TargetError, match="exists; pass overwrite=True"):
            dpsql.anonymize(make_table_job(), connection=connection)
        made = dpsql.anonymize(make_table_job(), connection=connection, overwrite=True)
        assert dpsql.verify(make_table_job(), connection=connection).release == made.release
        with pytest.raises(TargetError, match="is an input of the job"):
            dpsql.anonymize(make_table_job("main.people"), connection=connection, overwrite=True)


def test_a_table_that_was_changed_is_noticed(make_table_job, people_file):
    with connected(people_file) as connection:
        dpsql.anonymize(make_table_job(), connection=connection)
        connection.execute(f"UPDATE {NAME} SET town = 'town 7' WHERE town = 'town 8'")
        with pytest.raises(IntegrityError):
            dpsql.verify(make_table_job(), connection=connection)


@pytest.mark.parametrize("step", ["swap", "commit"])
def test_a_run_that_fails_leaves_nothing_and_the_connection_open(
    make_table_job, people_file, monkeypatch, step
):
    def fail(*_):
        raise IntegrityError("stopped here")

    monkeypatch.setattr(DuckDBReleaseTable, step, fail)
    with connected(people_file) as connection:
        with pytest.raises(IntegrityError, match="stopped here"):
            dpsql.anonymize(make_table_job(), connection=connection)
        assert list_tables(connection) == []
        connection.execute("CREATE TABLE mart.mine AS SELECT 1 AS one")
    assert sorted(one.name for one in people_file.parent.iterdir()) == ["people.duckdb"]


def test_a_connection_that_cannot_hold_the_table(make_table_job, people_file, tmp_path):
    with (
        connected(people_file, read_only=True) as connection,
        pytest.raises(TargetError, match=r"has people\.duckdb open to read only"),
    ):
        dpsql.anonymize(make_table_job(), connection=connection)
    with (
        duckdb.connect(str(tmp_path / "other.duckdb")) as connection,
        pytest.raises(ConfigError, match=r"people\.duckdb, which your connection does not"),
    ):
        dpsql.anonymize(make_table_job(), connection=connection)
    with (
        duckdb.connect() as connection,
        pytest.raises(ConfigError, match="the database of your connection is no file"),
    ):
        dpsql.anonymize(make_table_job(engine="duckdb"), connection=connection)
    with connected(people_file) as connection:
        connection.execute("SET preserve_insertion_order = false")
        with pytest.raises(EngineError, match="preserve_insertion_order is off"):
            dpsql.anonymize(make_table_job(), connection=connection)
        assert list_tables(connection) == []


def test_a_connection_that_is_closed_is_told(make_table_job, people_file):
    connection = duckdb.connect(str(people_file))
    connection.close()
    with pytest.raises(EngineError, match="is it open"):
        dpsql.anonymize(make_table_job(), connection=connection)
