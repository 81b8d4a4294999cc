"""A session reads one snapshot and leaves nothing, however it ends and whoever connected."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing

import psycopg
import pytest
from psycopg.pq import TransactionStatus
from psycopg.rows import dict_row
from sqlglot import exp

import dpsql
from dpsql.engines.postgres import session as postgres_session
from dpsql.inputs.find import find_inputs
from dpsql.journal.identity import identify
from dpsql.session.engine import open_engine
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.tables.public_and_private import count_rows, read_tables
from tests.ctrl_c import hear_signals, raising_ctrl_c
from tests.postgres.conftest import VARIABLE

LEFT = (
    "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'dpsql%'"
    " UNION ALL SELECT relname FROM pg_class WHERE relname LIKE 'dpsql%'"
)


@pytest.fixture
def nothing_is_left(server):
    yield
    assert server.execute(LEFT).fetchall() == []


pytestmark = pytest.mark.usefixtures("nothing_is_left")


@pytest.mark.parametrize("autocommit", [True, False])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_connection_of_the_caller(town_job, words, autocommit, is_open):
    job = town_job(engine={"duckdb": {}})
    with closing(psycopg.connect(words, autocommit=autocommit, row_factory=dict_row)) as mine:
        if is_open:
            mine.isolation_level = None if autocommit else psycopg.IsolationLevel.REPEATABLE_READ
            mine.execute("BEGIN ISOLATION LEVEL SERIALIZABLE" if autocommit else "SELECT 1")
            mine.execute("CREATE TEMP TABLE tuples AS SELECT * FROM people")
            mine.execute("SET LOCAL DateStyle = 'German'")
            job = town_job(engine={"duckdb": {}}, public={"table": "pg_temp.tuples"})
        before = mine.info.transaction_status
        assert dpsql.anonymize(job, connection=mine).levels == {"town": 0}
        assert mine.info.transaction_status == before
        if is_open:
            assert mine.execute("SHOW DateStyle").fetchone() == {"DateStyle": "German, DMY"}
            assert mine.execute("SELECT count(*) FROM tuples").fetchone() == {"count": 100}
            assert mine.execute(f"SELECT count(*) FROM ({LEFT}) AS l").fetchone() == {"count": 0}


def test_errors_leave_a_connection_as_it_was(town_job, words):
    with closing(psycopg.connect(words)) as mine:
        mine.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        mine.execute("CREATE TEMP TABLE unsaved AS SELECT 1 AS one")
        with pytest.raises(dpsql.ConfigError):
            dpsql.measure(town_job(public={"table": "no_such"}), connection=mine)
        assert mine.execute("SELECT one FROM unsaved").fetchone() == (1,)
        mine.execute("SET LOCAL statement_timeout = 1")
        with pytest.raises(dpsql.EngineError, match="told to stop the statement"):
            dpsql.measure(town_job(), connection=mine)
        mine.execute("SET LOCAL statement_timeout = 0")
        assert mine.execute("SELECT one FROM unsaved").fetchone() == (1,)


def test_a_transaction_that_failed_is_refused(town_job, words):
    with closing(psycopg.connect(words)) as mine:
        with pytest.raises(psycopg.Error):
            mine.execute("SELECT 1/0")
        with pytest.raises(dpsql.EngineError, match="roll it back first"):
            dpsql.measure(town_job(), connection=mine)
        assert mine.info.transaction_status == TransactionStatus.INERROR


def test_an_open_transaction_without_a_snapshot_is_refused_and_kept(town_job, words):
    with closing(psycopg.connect(words)) as mine:
        mine.execute("CREATE TEMP TABLE unsaved AS SELECT 1 AS one")
        with pytest.raises(dpsql.EngineError, match=r"READ COMMITTED.*; commit or roll back first"):
            dpsql.measure(town_job(), connection=mine)
        assert mine.execute("SELECT one FROM unsaved").fetchone() == (1,)


def test_a_table_of_the_session_hides_another(town_job, server, words):
    """Names are found as the caller's own statements find them."""
    with closing(psycopg.connect(words)) as mine:
        mine.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        mine.execute("CREATE TEMP TABLE people AS SELECT * FROM people WHERE id < 50")
        mine.commit()
        assert dpsql.measure(town_job(), connection=mine).public_rows == 50
        schema = server.execute("SELECT current_schema()").fetchone()[0]
        mine.execute(f"SET search_path = {schema}, pg_temp")
        assert dpsql.measure(town_job(), connection=mine).public_rows == 100


def test_an_asynchronous_connection_is_refused(town_job, words):
    async def connect():
        async with await psycopg.AsyncConnection.connect(words) as mine:
            with pytest.raises(dpsql.ConfigError, match="AsyncConnection; pass a psycopg"):
                dpsql.measure(town_job(), connection=mine)

    asyncio.run(connect())


def test_a_server_that_cannot_watch_its_client_is_used(town_job, words, monkeypatch):
    refused = ("client_connection_check_interval", "-5")
    monkeypatch.setattr(postgres_session, "_WATCH", refused)
    assert dpsql.measure(town_job()).public_rows == 100


@pytest.mark.parametrize("name", ["jit", "no_such_setting", "max_connections"])
def test_a_setting_that_is_refused_is_named(town_job, words, monkeypatch, name):
    monkeypatch.setattr(postgres_session, "_SETTINGS", {name: "sometimes"})
    with pytest.raises(dpsql.EngineError, match=f"does not take {name} = sometimes"):
        dpsql.measure(town_job())


def test_a_closed_connection_is_refused(town_job, words):
    mine = psycopg.connect(words)
    mine.close()
    with pytest.raises(dpsql.EngineError, match="closed or busy"):
        dpsql.measure(town_job(), connection=mine)


def test_what_is_committed_meanwhile_is_not_seen(town_job, words):
    """All statements of a session read the snapshot of its first."""
    job = town_job()
    inputs = find_inputs(job)
    with open_engine(Run(job, inputs, Options())) as engine:
        read_tables(engine, job, inputs.public, inputs.private)
        first = count_rows(engine, "public_table", exp.true())
        with closing(psycopg.connect(words, autocommit=True)) as other:
            other.execute("DELETE FROM people WHERE NOT member")
        assert count_rows(engine, "public_table", exp.true()) == first == 100


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM people WHERE id = 1",
        "UPDATE people SET member = true WHERE id = 1",
        "UPDATE people SET town = 'elsewhere' WHERE id = 1",
        "UPDATE people SET town = 'town 9' WHERE id = 1",
        "ALTER TABLE people DROP COLUMN town",
    ],
)
def test_a_change_between_search_and_verification_is_told(
    town_job, words, monkeypatch, postgres_bench, change
):
    """The verifier reads another snapshot than the search: nothing wrong is released."""
    from dpsql.use_cases import make_release as releasing

    verify = releasing.verify_file

    def change_and_verify(*arguments, **named):
        with closing(psycopg.connect(words, autocommit=True)) as other:
            other.execute(change)
        return verify(*arguments, **named)

    monkeypatch.setattr(releasing, "verify_file", change_and_verify)
    with pytest.raises(dpsql.InputChanged, match="have changed since the search"):
        dpsql.anonymize(town_job())
    assert not (postgres_bench.folder / "r.parquet").exists()


def test_a_fault_of_the_verification_is_no_change_of_the_tables(town_job, monkeypatch):
    """Of tables that are as they were, what is found wrong is told as it is."""
    from dpsql.use_cases import make_release as releasing

    def fail(*_, **__):
        raise dpsql.IntegrityError("the release is wrong")

    monkeypatch.setattr(releasing, "verify_file", fail)
    with pytest.raises(dpsql.IntegrityError, match=r"^the release is wrong$") as caught:
        dpsql.anonymize(town_job())
    assert not isinstance(caught.value, dpsql.InputChanged)


def test_no_journal_is_kept_of_tables_that_others_may_change(town_job):
    job = town_job()
    inputs = find_inputs(job)
    assert identify(job, inputs, inputs.fingerprint()) is None


def test_a_journal_is_kept_of_files_however_the_server_runs(town_job, postgres_bench):
    postgres_bench.write("p.csv", [("a", "true")], ("town", "member"))
    found = []
    for words in ({}, {"work_mem": "1GB", "dsn_env": "OTHER"}):
        inputs = find_inputs(job := town_job(public="p.csv", engine={"postgres": words}))
        found.append(identify(job, inputs, inputs.fingerprint()))
    assert found[0] is not None
    assert found[0] == found[1]


SLEEPER = """
import os, sys, dpsql
job = dpsql.Job(
    public={"table": "slow"}, private={"where": "member"}, delta={"max": 1},
    quasi_identifiers={"town": {"prefix": [1]}}, engine={"postgres": {"dsn_env": sys.argv[1]}},
)
print("started", flush=True)
dpsql.measure(job)
"""
ACTIVE = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND state = 'active'"
LATER = pytest.mark.tier("all")


@pytest.mark.parametrize(
    "stop",
    [
        signal.SIGTERM,
        *(pytest.param(one, marks=LATER) for one in (signal.SIGINT, signal.SIGKILL)),
    ],
)
def test_the_server_stops_what_a_stopped_run_asked_for(server, words, stop):
    server.execute("CREATE VIEW slow AS SELECT 'a' || pg_sleep(60) AS town, true AS member")
    name = f"run {os.getpid()} {stop}"
    environment = os.environ | {VARIABLE: f"{words} application_name='{name}'"}
    run = subprocess.Popen(
        [sys.executable, "-c", SLEEPER, VARIABLE],
        env=environment,
        preexec_fn=hear_signals,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(lambda: server.execute(ACTIVE, [name]).fetchone() == (1,))
        run.send_signal(stop)
        # The server looks every ten seconds whether its client lives.
        _wait(lambda: server.execute(ACTIVE, [name]).fetchone() == (0,))
        run.wait(10)
    finally:
        run.kill()
        run.wait()
        assert run.stdout is not None
        run.stdout.close()


def _wait(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_ctrl_c_in_a_program_leaves_its_connection_usable(town_job, server, words):
    server.execute("CREATE VIEW slow AS SELECT 'a' || pg_sleep(60) AS town, true AS member")
    with closing(psycopg.connect(words)) as mine:
        timer = threading.Timer(1, signal.raise_signal, [signal.SIGINT])
        timer.start()
        try:
            with raising_ctrl_c(), pytest.raises(KeyboardInterrupt):
                dpsql.measure(town_job(public={"table": "slow"}), connection=mine)
        finally:
            timer.cancel()
            timer.join()
        assert mine.execute("SELECT 1").fetchone() == (1,)
