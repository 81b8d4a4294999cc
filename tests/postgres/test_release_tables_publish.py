"""A released table and its manifest are of one run, whatever stops a run, and wherever."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import psycopg
import pytest

import dpsql
from dpsql.engines.postgres import release_table
from dpsql.engines.postgres.release_table import PostgresReleaseTable
from dpsql.errors import EngineError, ResourceError
from dpsql.release import publish as module
from dpsql.release.lock import locked
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile, hash_file
from dpsql.release.publish import find_claims, publish
from dpsql.release.released_table import loading
from dpsql.release.staging import staging_folder
from dpsql.release.target import Target
from tests.postgres.conftest import beside, rows

#: What a run does from when its file is verified until it is published.
CALLS = [
    (PostgresReleaseTable, "stage"),
    (PostgresReleaseTable, "swap"),
    (PostgresReleaseTable, "commit"),
    (os, "link"),
    (os, "replace"),
    (os, "fsync"),
    (Path, "write_bytes"),
    (Path, "write_text"),
    (Path, "chmod"),
    (module, "_rename_new"),
]
NEW = [(f"town {i}",) for i in range(10)]


class Killed(BaseException):
    """Nothing runs after a kill."""


@pytest.fixture
def releases(town_job, server, tmp_path):
    """Verified files of two tables T, by their number of rows, as a run has them when it loads."""
    made = {}
    for number in (9, 10):
        server.execute(f"UPDATE people SET member = id % 10 = 0 AND id < {number}0")
        file = tmp_path / f"{number}.parquet"
        dpsql.anonymize(town_job(release=str(file)))
        made[number] = file
    return made


@pytest.fixture(params=["fresh", "over a release"])
def find_target(request, table_job, schema, tmp_path, releases):
    """A new target, as another run would open it; the old release is out, if it is not fresh."""
    options, base = table_job().engine.postgres, tmp_path / f"{schema}.released"

    def find():
        return Target(base, True, PostgresReleaseTable(f"{schema}.released", options, tmp_path))

    if request.param != "fresh":
        with (target := find()).table, locked(target), staging_folder(target):
            run(target, releases[9])
    return find


def claims(target, file):
    return Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(
            name=target.name, kind="table", sha256=hash_file(file), written_by="X", rows=1
        ),
        levels={"town": 0},
        keep=[],
        public_columns=["town"],
        constraints={},
        public_rows=100,
        presence=PresenceRange(min="1/10", max="1/10"),
        csv_formulas="refuse",
    )


def run(target, file):
    """Load and publish, as a run does once its file is verified."""
    target.table.refuse_unfit(["town"])
    staged = target.staged_path
    staged.write_bytes(file.read_bytes())
    with loading(target, staged):
        publish(staged, claims(target, file), target)


def look(target, server):
    """The rows that are out, or None, and the manifest, or None; nothing else may lie there."""
    with suppress(psycopg.errors.UndefinedTable):
        found = rows(server)
        manifest = target.manifest_path
        return found, manifest.read_bytes() if manifest.exists() else None
    return None, target.manifest_path.read_bytes() if target.manifest_path.exists() else None


def stop_at(patch, step, stop, *, before):
    """Stop at the call number `step`, before or after it is made; returns the calls so far."""
    made = []

    def watch(name, call):
        def watched(*arguments, **words):
            made.append(name)
            is_due = len(made) == step
            if is_due and before:
                stop(name)
            result = call(*arguments, **words)
            if is_due and not before:
                stop(name)
            return result

        return watched

    for place, name in CALLS:
        patch.setattr(place, name, watch(name, getattr(place, name)))
    return made


def die(_):
    raise Killed


def fail(name):
    """As the system does, or the server."""
    if name in ("stage", "swap", "commit"):
        raise EngineError("the connection to Postgres is lost; is the server up? Run again")
    raise OSError(5, "Input/output error")


def put_back(target, server, releases, old):
    """What was out before, for the next step."""
    server.execute("DROP TABLE IF EXISTS released")
    target.manifest_path.unlink(missing_ok=True)
    if old[0] is not None:
        with target.table, locked(target), staging_folder(target):
            run(target, releases[9])
    assert look(target, server) == old


def is_pair(target, server, releases, old):
    """Whether the new release is out; else it must be the old one, each with its manifest."""
    found = look(target, server)
    if found[0] != NEW:
        assert found == old
        return False
    assert found[1] == claims(target, releases[10]).to_bytes()
    return True


@pytest.mark.parametrize("before", [True, False])
def test_a_kill_at_any_step_is_settled_by_the_next_run(
    find_target, releases, server, monkeypatch, before
):
    old, seen = look(find_target(), server), []
    for step in count(1):
        target = find_target()
        with target.table:
            target.table.lock()
            target.staging_path.mkdir()
            with monkeypatch.context() as patch:
                made = stop_at(patch, step, die, before=before)
                with suppress(Killed):
                    run(target, releases[10])
        seen.append(made[-1])
        found = look(find_target(), server)
        assert found[0] in (old[0], NEW)
        if found[0] is not None and found[1] is not None:
            # The owner's verify finds the manifest of whichever rows are there.
            stated = claims(target, releases[10 if found[0] == NEW else 9])
            assert find_claims(find_target()) == stated
        with (next_run := find_target()).table, locked(next_run):
            assert not next_run.staging_path.exists()
        if is_pair(find_target(), server, releases, old):
            put_back(find_target(), server, releases, old)
        if len(made) < step:
            break
    assert {"stage", "swap", "commit", "fsync", "write_text"} <= set(seen)


@pytest.mark.parametrize("before", [True, False])
def test_an_error_at_any_step_leaves_a_pair_and_is_told_truly(
    find_target, releases, server, monkeypatch, before
):
    old = look(find_target(), server)
    for step in count(1):
        target, told = find_target(), "are published, but"
        with target.table, locked(target), staging_folder(target), monkeypatch.context() as patch:
            made = stop_at(patch, step, fail, before=before)
            try:
                run(target, releases[10])
            except (dpsql.DpsqlError, OSError) as error:
                told = str(error)
        assert not target.staging_path.exists()
        is_new = is_pair(find_target(), server, releases, old)
        assert is_new == ("are published, but" in told)
        if len(made) < step:
            break
        if is_new:
            put_back(find_target(), server, releases, old)
    assert is_new


def test_a_server_that_is_lost_at_the_commit_leaves_it_to_the_next_run(
    find_target, releases, server, monkeypatch
):
    """Neither that it is published nor that it is not may be said then."""
    old = look(find_target(), server)
    with (target := find_target()).table, locked(target), monkeypatch.context() as patch:
        patch.setattr(PostgresReleaseTable, "commit", lambda _: fail("commit"))
        patch.setattr(PostgresReleaseTable, "reading", lambda *_: fail("commit"))
        with (
            pytest.raises(ResourceError, match="the next run on it settles that"),
            staging_folder(target),
        ):
            run(target, releases[10])
        target.table.close()
    with (target := find_target()).table, locked(target):
        assert look(target, server) == old


def test_who_cannot_settle_does_not_go_on(find_target, releases, server, monkeypatch):
    with (target := find_target()).table:
        target.table.lock()
        target.staging_path.mkdir()
        with monkeypatch.context() as patch, pytest.raises(Killed):
            patch.setattr(PostgresReleaseTable, "commit", die)
            run(target, releases[10])
    with monkeypatch.context() as patch, (target := find_target()).table:
        patch.setattr(PostgresReleaseTable, "reading", lambda *_: fail("commit"))
        with pytest.raises(ResourceError, match="cannot be undone"), locked(target):
            pytest.fail("nobody may work on a half pair")
    with (target := find_target()).table, locked(target):
        assert look(target, server)[0] != NEW


#: Runs a job, and is killed by the system at one step.
KILLED = """
import os, signal, sys
import dpsql
from dpsql.engines.postgres.release_table import PostgresReleaseTable
place, job = sys.argv[1:]
name, _, when = place.partition(" ")
call = getattr(PostgresReleaseTable, name)
def killed(*arguments):
    if when == "after":
        call(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(PostgresReleaseTable, name, killed)
dpsql.anonymize(job, overwrite=True)
"""
JOB = """
public: people
private: {{where: member}}
quasi_identifiers: {{town: {{prefix: [5]}}}}
delta: {{max: 1/10}}
release: {{table: {}}}
engine: {{postgres: {{dsn_env: DPSQL_TEST_PGDSN}}}}
"""


@pytest.mark.parametrize("place", ["stage after", "commit before", "commit after"])
def test_a_run_that_the_system_kills(table_job, server, place, schema):
    job = table_job()
    path = job.folder / "job.yaml"
    path.write_text(JOB.format(job.release_table))
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, place, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    made = server.execute("SELECT relname FROM pg_class WHERE relname LIKE '%dpsql%'").fetchall()
    assert made == []
    if place == "commit after":
        assert rows(server) == NEW
        dpsql.verify(job)
        with pytest.raises(dpsql.TargetError, match="exists; pass overwrite=True"):
            dpsql.anonymize(job)
    else:
        dpsql.anonymize(job)
    dpsql.verify(job)
    assert beside(job) == [f"{schema}.released.manifest.json", "job.yaml"]


def test_a_commit_that_the_server_turns_into_a_rollback_is_told(table_job, server, monkeypatch):
    swap = PostgresReleaseTable.swap

    def break_off(table):
        swap(table)
        with suppress(psycopg.Error):
            table._session.run("SELECT 1 / 0")
        monkeypatch.setattr(release_table.Session, "set", lambda *_: None)

    monkeypatch.setattr(PostgresReleaseTable, "swap", break_off)
    job = table_job()
    with pytest.raises(dpsql.EngineError, match="rolled back"):
        dpsql.anonymize(job)
    assert beside(job) == []
