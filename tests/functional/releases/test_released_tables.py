"""What is the same for tables of every server: on one that is a file in a folder.

`tests/postgres` and `tests/spark` say the same of true servers.
"""

import errno
import os
from contextlib import contextmanager

import pytest

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.errors import EngineError, IntegrityError, ResourceError, SchemaError, TargetError
from dpsql.inputs.released import find_released
from dpsql.release import table_rows
from dpsql.release.lock import locked
from dpsql.release.publish import find_claims
from dpsql.release.table_rows import take_out
from dpsql.release.target import Target
from dpsql.use_cases import job_release


class FileTable(ReleaseTable):
    """A server whose table is a Parquet file; `steps` are the calls so far."""

    def __init__(self, folder, name="mart.released"):
        self.name = name
        self.file, self.staged = folder / "server" / name, folder / "server" / "staged"
        self.steps = []

    def name_types(self, types):
        return dict(types)

    def connect(self):
        self.steps.append("connect")

    def lock(self):
        self.steps.append("lock")

    def refuse_unfit(self, columns):
        self.steps.append("refuse_unfit")

    def refuse_inputs(self, inputs):
        assert inputs == []

    def exists(self):
        with self.reading(self.file.parent) as engine:
            return engine is not None

    def stage(self, file, again):
        self.steps.append("stage")
        for copy in (self.staged, again):
            copy.write_bytes(file.read_bytes())

    def swap(self):
        self.steps.append("swap")

    def commit(self):
        self.staged.replace(self.file)
        self.steps.append("commit")

    def undo(self):
        self.staged.unlink(missing_ok=True)

    @contextmanager
    def reading(self, writable):
        if not self.file.exists():
            yield None
            return
        options = DuckDBOptions(threads=1)
        with DuckDBEngine(options, writable, readable=[self.shown], writable=[writable]) as engine:
            engine.preflight()
            engine.register(PUBLISHED, find_released(str(self.shown)))
            yield engine

    @property
    def shown(self):
        """DuckDB tells files by their suffix."""
        file = self.file.with_suffix(".parquet")
        file.write_bytes(self.file.read_bytes())
        return file

    def close(self):
        self.undo()


@pytest.fixture
def tables(monkeypatch, tmp_path):
    """Each table that a run opens, the last one last."""
    (tmp_path / "server").mkdir()
    opened = []

    def find(options, folder, name, connection, debug):
        opened.append(FileTable(tmp_path, name))
        return opened[-1]

    monkeypatch.setattr(job_release, "find_release_table", find)
    return opened


@pytest.fixture
def job(duckdb_bench, tables):
    duckdb_bench.write("p.csv", [[f"town {i // 10}"] for i in range(100)], ["town"])
    duckdb_bench.write("t.csv", [[f"town {i}"] for i in range(10)], ["town"])
    return duckdb_bench.job(
        {"town": {"prefix": [5]}}, delta={"max": "1/10"}, release={"table": "mart.released"}
    )


def beside(job):
    return sorted(path.name for path in job.folder.glob("*.manifest.json"))


def leave_out_a_row(job):
    path = job.folder / "t.csv"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def test_a_table_is_locked_loaded_and_committed_in_this_order(job, tables):
    made = dpsql.anonymize(job)
    assert tables[0].steps == ["connect", "lock", "refuse_unfit", "stage", "swap", "commit"]
    assert beside(job) == ["mart.released.manifest.json"]
    assert dpsql.verify(job).release == made.release
    assert made.release.path is None
    with pytest.raises(TargetError, match=r"mart\.released.* exists; pass overwrite=True"):
        dpsql.anonymize(job)
    (job.folder / "mart.released.manifest.json").unlink()
    with pytest.raises(TargetError, match=r"mart\.released exists; pass overwrite=True"):
        dpsql.anonymize(job)
    with pytest.raises(TargetError, match="does not name it; drop it yourself"):
        dpsql.anonymize(job, overwrite=True)


def test_commands_that_read_files_say_so(job, tmp_path):
    dpsql.anonymize(job)
    with pytest.raises(dpsql.ConfigError, match="is a table with a manifest, and this reads"):
        dpsql.verify(job, foreign=True)
    with pytest.raises(dpsql.ConfigError, match="levels: a manifest states its own"):
        dpsql.verify(job, levels={"town": 1})
    dpsql.sign_off(job, tmp_path / "sign.html")
    assert "mart.released" in (tmp_path / "sign.html").read_text()


def test_no_table_is_no_release(job, tables):
    dpsql.anonymize(job)
    tables[-1].file.unlink()
    with pytest.raises(dpsql.ConfigError, match="no such table"):
        dpsql.verify(job)


def test_other_rows_are_not_verified(job, tables, duckdb_bench):
    dpsql.anonymize(job)
    leave_out_a_row(job)
    file = duckdb_bench.job({"town": {"prefix": [5]}}, delta={"max": "1/10"})
    dpsql.anonymize(file)
    tables[-1].file.write_bytes((job.folder / "r.parquet").read_bytes())
    with pytest.raises(IntegrityError, match="its rows are not those that the manifest names"):
        dpsql.verify(job)
    manifest = job.folder / "mart.released.manifest.json"
    manifest.write_text(manifest.read_text().replace('"written_by": "DuckDB', '"written_by": "X'))
    with pytest.raises(IntegrityError, match=r"hashed as X .* verify it with that one"):
        dpsql.verify(job)


def test_a_table_of_other_columns_is_replaced_if_the_manifest_names_it(job, tables, duckdb_bench):
    dpsql.anonymize(job)
    duckdb_bench.write("q.csv", [["a"]] * 9, ["city"])
    other = {"public": "q.csv", "private": "q.csv", "delta": {"max": "1"}}
    dpsql.anonymize(duckdb_bench.job({"city": {"prefix": [1]}}, **other))
    tables[-1].file.write_bytes((job.folder / "r.parquet").read_bytes())
    manifest = job.folder / "mart.released.manifest.json"
    stated = manifest.read_bytes()
    manifest.unlink()
    with pytest.raises(TargetError, match="no release that dpsql knows"):
        dpsql.anonymize(job, overwrite=True)
    manifest.write_bytes(stated)
    dpsql.anonymize(job, overwrite=True)
    dpsql.verify(job)


def test_a_server_that_holds_other_rows_gets_no_release(job, monkeypatch):
    stage = FileTable.stage

    def change(table, file, again):
        stage(table, file, again)
        again.write_bytes(b"other")

    monkeypatch.setattr(FileTable, "stage", change)
    with pytest.raises(IntegrityError, match="would not hold what was verified"):
        dpsql.anonymize(job)
    assert beside(job) == []


def lose(*_):
    raise EngineError("the server is lost")


def test_a_commit_that_fails_is_told_as_it_is(job, tables, monkeypatch):
    """Not made; made, but not confirmed; or nobody knows, until the server answers."""
    dpsql.anonymize(job)
    old = (job.folder / "mart.released.manifest.json").read_bytes()
    leave_out_a_row(job)
    commit = FileTable.commit
    with monkeypatch.context() as patch:
        patch.setattr(FileTable, "commit", lose)
        with pytest.raises(EngineError, match=r"^the server is lost$"):
            dpsql.anonymize(job, overwrite=True)
        assert (job.folder / "mart.released.manifest.json").read_bytes() == old
        patch.setattr(FileTable, "reading", _lost_from(2))
        with pytest.raises(ResourceError, match="the next run on it settles that"):
            dpsql.anonymize(job, overwrite=True)
    assert (job.folder / "mart.released.manifest.json").read_bytes() != old
    table = FileTable(job.folder)
    target = Target(job.folder / "mart.released", True, table)
    assert find_claims(target).release.rows == 10
    with locked(target):
        assert (job.folder / "mart.released.manifest.json").read_bytes() == old
    with monkeypatch.context() as patch:
        patch.setattr(FileTable, "commit", lambda table: (commit(table), lose()))
        with pytest.raises(EngineError, match="are published, but the engine did not confirm"):
            dpsql.anonymize(job, overwrite=True)
    assert dpsql.verify(job).release.rows == 9


def _lost_from(number):
    """Reading that fails from this call on."""
    reading, calls = FileTable.reading, []

    def read(table, writable):
        calls.append(table)
        return reading(table, writable) if len(calls) < number else lose()

    return read


def test_what_is_no_table_of_ours_is_no_planned_release(job, tables, monkeypatch):
    dpsql.anonymize(job)
    target = Target(job.folder / "mart.released", True, tables[-1])
    assert target.hash_release() is not None

    def refuse(*_):
        raise IntegrityError("mart.released: it was altered")

    monkeypatch.setattr(FileTable, "reading", refuse)
    assert target.hash_release() is None


def test_a_table_without_columns_or_with_ambiguous_ones_is_damaged(job, tables, monkeypatch):
    dpsql.anonymize(job)
    with monkeypatch.context() as patch:
        patch.setattr(DuckDBEngine, "columns", lambda *_: {})
        with pytest.raises(IntegrityError, match="it has no column"):
            take_out(tables[-1], job.folder / "out.parquet")

    def refuse(*_):
        raise SchemaError("columns 1 and 2 have the same name")

    monkeypatch.setattr(FileTable, "reading", refuse)
    with pytest.raises(IntegrityError, match="columns 1 and 2 have the same name"):
        take_out(tables[-1], job.folder / "out.parquet")


def test_a_temporary_folder_that_cannot_be_written_is_told(job, monkeypatch):
    dpsql.anonymize(job)

    def refuse(*_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(table_rows, "PrivateFolder", refuse)
    with pytest.raises(dpsql.ConfigError, match="the temporary folder is not writable"):
        dpsql.verify(job)
