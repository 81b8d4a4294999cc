"""A release as a table of a DuckDB file: in one transaction, read back, and nothing else."""

import fcntl
import json
import os
import subprocess
import sys
from contextlib import contextmanager

import duckdb
import pytest

import dpsql
from dpsql.engines.duckdb.release_table import DuckDBReleaseTable
from dpsql.errors import ConfigError, IntegrityError, Locked, ResourceError, TargetError
from dpsql.release import lock, staging
from dpsql.release.lock import locked
from dpsql.release.manifest import read_claims
from dpsql.session.options import Options
from dpsql.use_cases.job_release import job_target

NAME = "mart.released"


def run_sql(job, sql):
    """Change or read the file, as somebody else."""
    with duckdb.connect(str(job.folder / "people.duckdb")) as connection:
        return connection.execute(sql).fetchall()


def list_tables(job):
    return run_sql(job, "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'mart'")


def beside(job):
    return sorted(path.name for path in job.folder.iterdir())


def test_a_table_is_released_and_verified(make_table_job):
    made = dpsql.anonymize(job := make_table_job())
    assert made.to_dict()["release"] == {"table": NAME, "rows": 10, "sha256": made.release.sha256}
    assert run_sql(job, f"FROM {NAME}") == [(f"town {i}",) for i in range(10)]
    assert list_tables(job) == [("released",)]
    assert beside(job) == ["people.duckdb", "r.manifest.json"]
    assert json.loads((job.folder / "r.manifest.json").read_text())["release"]["kind"] == "table"
    assert dpsql.verify(job).release == made.release
    file = make_table_job(release="r.parquet")
    assert dpsql.anonymize(file).release.sha256 == made.release.sha256
    assert dpsql.measure(job, release=NAME).to_dict()["release"] == made.release.to_dict()


def test_a_table_without_a_schema_is_of_main(make_table_job):
    dpsql.anonymize(job := make_table_job("released"))
    assert run_sql(job, "SELECT count(*) FROM main.released") == [(10,)]
    dpsql.verify(job)


def test_values_of_every_type_are_kept(make_table_job):
    job = make_table_job()
    kept = {
        "flag": "true",
        "small": "200::UTINYINT",
        "huge": "(2::HUGEINT ** 100)::HUGEINT",
        "price": "12.50::DECIMAL(9,2)",
        "share": "'-0.0'::DOUBLE",
        "raw": "'\\xAA'::BLOB",
        "at": "TIMESTAMP_S '2026-01-02 03:04:05'",
        "exact": "TIMESTAMP_NS '2026-01-02 03:04:05.123456789'",
        "id": "uuid()",
        "mood": "'b'::ENUM ('b', 'a')",
        "many": "[1, NULL]",
        "a b": "{'x': 1}",
    }
    cells = ", ".join(f'CASE WHEN person = 0 THEN {cell} END AS "{n}"' for n, cell in kept.items())
    run_sql(job, f"CREATE OR REPLACE TABLE trial AS SELECT town, {cells} FROM people LIMIT 10")
    job = make_table_job(keep=list(kept), public_columns=["town"])
    made = dpsql.anonymize(job)
    assert dpsql.verify(job).release == made.release
    file = make_table_job(release="r.parquet", keep=list(kept), public_columns=["town"])
    assert dpsql.anonymize(file).release.sha256 == made.release.sha256


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE {NAME} SET town = 'town 7' WHERE town = 'town 8'",
        f"DELETE FROM {NAME} WHERE town = 'town 3'",
        f"INSERT INTO {NAME} VALUES ('town 3')",
        f"ALTER TABLE {NAME} ADD COLUMN note INTEGER",
        f"ALTER TABLE {NAME} RENAME TO other; CREATE VIEW {NAME} AS FROM mart.other",
    ],
)
def test_what_was_changed_is_noticed(make_table_job, change):
    dpsql.anonymize(job := make_table_job())
    run_sql(job, change)
    with pytest.raises(IntegrityError):
        dpsql.verify(job)


def test_tables_are_compared(make_table_job):
    """One that the job names, one by the manifest beside it, and one with a file."""
    job = make_table_job()
    made = dpsql.anonymize(job)
    other = make_table_job("mart.second", release={"table": "mart.second"})
    dpsql.anonymize(other, {"town": 1})
    file = make_table_job(release="r.csv")
    dpsql.anonymize(file, {"town": 0})
    for first, second in ((NAME, "mart.second"), (job.folder / "r.csv", NAME)):
        found = dpsql.diff(first, second, job=job)
        assert found.names == (str(first), str(second))
        assert found.compared.of_this_table == (True, True)
    assert dpsql.diff(NAME, job.folder / "r.csv", job=job).nesting == "equal"
    assert dpsql.diff(NAME, "mart.second", job=job).nesting == "coarser"
    assert made.levels == {"town": 0}
    assert not [name for name in beside(job) if name.endswith(".parquet")]
    with pytest.raises(ConfigError, match="third"):
        dpsql.diff(NAME, "mart.third", job=job)
    with pytest.raises(ConfigError, match=r"none\.csv"):
        dpsql.diff(NAME, job.folder / "none.csv", job=job)


def test_no_table_is_no_release(make_table_job):
    dpsql.anonymize(job := make_table_job())
    run_sql(job, f"DROP TABLE {NAME}")
    with pytest.raises(ConfigError, match="no such table"):
        dpsql.verify(job)


def test_a_table_is_replaced_only_if_asked_and_a_release(make_table_job):
    dpsql.anonymize(job := make_table_job())
    with pytest.raises(TargetError, match="exists; pass overwrite=True"):
        dpsql.anonymize(job)
    run_sql(job, "DELETE FROM trial WHERE person = 9")
    assert dpsql.anonymize(job, overwrite=True).release.rows == 9
    assert dpsql.verify(job).release.rows == 9
    (job.folder / "r.manifest.json").unlink()
    run_sql(job, f"DROP TABLE {NAME}; CREATE TABLE {NAME} (mine INTEGER)")
    with pytest.raises(TargetError, match="is no release that dpsql knows"):
        dpsql.anonymize(job, overwrite=True)
    assert run_sql(job, f"FROM {NAME}") == []


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("gone.released", "the schema gone does not exist; create it"),
        ("a.b.c", "must be table or schema.table"),
        ("people", "is an input of the job"),
        ("mart.trial", "has the name of one"),
        ("mart.seen", "is the name of a view"),
        ("mart.Taken", "in other capital letters"),
    ],
)
def test_names_that_a_release_cannot_have(make_table_job, table, told):
    job = make_table_job(table)
    run_sql(job, "CREATE VIEW mart.seen AS FROM people; CREATE TABLE mart.taken (town VARCHAR)")
    before = list_tables(job)
    with pytest.raises(TargetError, match=told):
        dpsql.anonymize(job, overwrite=True)
    assert list_tables(job) == before
    assert beside(job) == ["people.duckdb"]


def test_a_table_needs_a_database(make_table_job, duckdb_bench):
    duckdb_bench.write("p.csv", [["a"]] * 9, ["town"])
    words = {"public": "p.csv", "private": "p.csv", "engine": {}, "delta": {"max": "1"}}
    with pytest.raises(ConfigError, match="or of the DuckDB file under engine"):
        dpsql.anonymize(make_table_job(**words))


@contextmanager
def held(path):
    """Another run that works on the table."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    yield
    path.unlink()
    os.close(descriptor)


def test_one_run_at_a_time_also_with_another_manifest(make_table_job):
    dpsql.anonymize(job := make_table_job())
    other = make_table_job(release={"table": NAME, "manifest": "other.manifest.json"})
    path = DuckDBReleaseTable(NAME, job.engine.duckdb, job.folder)._lock_path
    with held(path), pytest.raises(Locked, match=r"another run is working on mart\.released"):
        dpsql.anonymize(other, overwrite=True)
    assert beside(job) == ["people.duckdb", "r.manifest.json"]
    dpsql.verify(job)


def change_meanwhile(monkeypatch, step, change):
    """Have somebody else do something before a step of the run."""
    call = getattr(DuckDBReleaseTable, step)

    def changed(table, *words):
        change(table)
        return call(table, *words)

    monkeypatch.setattr(DuckDBReleaseTable, step, changed)


def test_a_table_that_appears_meanwhile_is_not_replaced(make_table_job, monkeypatch):
    job = make_table_job()
    sql = f"CREATE TABLE {NAME} (mine INTEGER)"
    change_meanwhile(monkeypatch, "stage", lambda _: run_sql(job, sql))
    with pytest.raises(TargetError, match=r"mart\.released was created meanwhile; run again"):
        dpsql.anonymize(job)
    assert run_sql(job, f"FROM {NAME}") == []
    assert beside(job) == ["people.duckdb"]


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("step", ["swap", "commit"])
def test_a_run_that_ends_before_the_commit_leaves_what_was_there(
    make_table_job, monkeypatch, step, overwrite
):
    job = make_table_job()
    if overwrite:
        dpsql.anonymize(job)
        run_sql(job, "DELETE FROM trial WHERE person = 9")
    before, tables = beside(job), list_tables(job)

    def fail(_):
        raise OSError(28, os.strerror(28)) if step == "commit" else ResourceError("full")

    change_meanwhile(monkeypatch, step, fail)
    with pytest.raises(ResourceError):
        dpsql.anonymize(job, overwrite=overwrite)
    assert beside(job) == before
    assert list_tables(job) == tables
    if overwrite:
        assert run_sql(job, f"SELECT count(*) FROM {NAME}") == [(10,)]


class Killed(BaseException):
    """Nothing of what publishes stops this."""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_around_the_commit_is_settled_by_the_next_run(make_table_job, monkeypatch, when):
    dpsql.anonymize(job := make_table_job())
    run_sql(job, "DELETE FROM trial WHERE person = 9")
    commit = DuckDBReleaseTable.commit

    def kill(table):
        if when == "after":
            commit(table)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(DuckDBReleaseTable, "commit", kill)
        for owner in (lock, staging):
            patch.setattr(owner, "clear_staging", lambda _: None)
        with pytest.raises(Killed):
            dpsql.anonymize(job, overwrite=True)
    assert any("dpsql-staging" in name for name in beside(job))
    rows = 9 if when == "after" else 10
    assert run_sql(job, f"SELECT count(*) FROM {NAME}") == [(rows,)]
    with job_target(job, Options(), overwrite=True) as target, locked(target):
        pass
    assert read_claims(job.folder / "r.manifest.json").release.rows == rows
    assert beside(job) == ["people.duckdb", "r.manifest.json"]


@pytest.mark.tier("ci")
def test_a_file_that_another_program_has_open_is_told(make_table_job):
    """DuckDB reads it beside the other program, and cannot write it."""
    job = make_table_job()
    code = (
        "import duckdb, sys; c = duckdb.connect(sys.argv[1], read_only=True); print(1, flush=True);"
        " sys.stdin.read()"
    )
    words = [sys.executable, "-c", code, str(job.folder / "people.duckdb")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"1\n"
        with pytest.raises(Locked, match="locked by another process that has it open; close it"):
            dpsql.anonymize(job)
        other.communicate()
    assert beside(job) == ["people.duckdb"]
    assert dpsql.anonymize(job).release.rows == 10


def test_the_base_of_a_view_that_is_read_is_not_replaced(tmp_path):
    """It has the columns of the release, and no name of an input."""
    with duckdb.connect(str(tmp_path / "people.duckdb")) as connection:
        connection.execute(
            "CREATE TABLE people AS SELECT CAST(i AS VARCHAR) AS zip FROM range(40) t(i)"
        )
        connection.execute("CREATE TABLE base AS FROM people LIMIT 4")
        connection.execute("CREATE VIEW trial AS FROM base")
    job = dpsql.Job(
        public="people",
        private="trial",
        quasi_identifiers={"zip": {"prefix": [1]}},
        delta={"max": "1/2"},
        release={"table": "base", "manifest": "base.manifest.json"},
        engine={"duckdb": {"database": "people.duckdb"}},
        folder=tmp_path,
    )
    with pytest.raises(dpsql.TargetError, match="no release that dpsql knows"):
        dpsql.anonymize(job, overwrite=True)
    with duckdb.connect(str(tmp_path / "people.duckdb"), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM base").fetchone() == (4,)
