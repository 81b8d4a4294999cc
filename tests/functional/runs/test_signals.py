"""A signal ends the command with 128 + its number and leaves nothing behind."""

import os
import random
import signal
import subprocess
import sys
import time

import duckdb
import pytest

from tests.ctrl_c import hear_signals

QUASI_IDENTIFIERS, DEADLINE = 12, 120
#: Seconds in which a command is gone: those of `dpsql.signals`, and some of a busy machine.
AT_ONCE = 6


@pytest.fixture
def long_job(tmp_path):
    """A lattice of 4^12 nodes over random rows: too few for class tables."""
    chosen = random.Random(1)
    folder = tmp_path / "job"
    folder.mkdir()
    names = [f"q{i}" for i in range(QUASI_IDENTIFIERS)]
    rows = [[str(chosen.randint(10, 99)) for _ in names] for _ in range(1900)]
    for name, some in (("p.csv", rows), ("t.csv", rows[:600])):
        lines = [",".join(row) for row in [names, *some]]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    job = ["public: p.csv", "private: t.csv", "delta: {min: 0.2, max: 0.4}"]
    job += ["metric: discernibility", "release: r.parquet", "quasi_identifiers:"]
    job += [f"  {name}: {{widths: [5, 10]}}" for name in names]
    (folder / "job.yaml").write_text("\n".join(job) + "\n", encoding="utf-8")
    return folder / "job.yaml"


def wait_until(condition, process):
    start = time.monotonic()
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() - start < DEADLINE
        time.sleep(0.05)


@pytest.fixture
def long_statement(tmp_path):
    """A view of P whose count is one statement that takes hours."""
    folder = tmp_path / "job"
    folder.mkdir()
    with duckdb.connect(str(folder / "people.duckdb")) as connection:
        people = "SELECT CAST(range % 1000 AS VARCHAR) AS zip FROM range(1000000000000)"
        connection.execute(f"CREATE VIEW people AS {people}")
        connection.execute("CREATE TABLE trial AS SELECT '1' AS zip")
    job = ["public: people", "private: trial", "quasi_identifiers: {zip: {prefix: [1]}}"]
    job += ["delta: {max: 1/2}", "release: r.parquet"]
    job += ["engine: {duckdb: {database: people.duckdb, threads: 1}}"]
    (folder / "job.yaml").write_text("\n".join(job) + "\n", encoding="utf-8")
    return folder / "job.yaml"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_during_a_statement_ends_it_at_once_E05(long_statement, tmp_path, number):
    interrupt(long_statement, tmp_path, number, "*_materialize_tuples.sql", AT_ONCE)


@pytest.fixture
def endless_question(tmp_path):
    """A question whose join is one task of DuckDB, in which it looks for no signal."""
    folder = tmp_path / "job"
    folder.mkdir()
    rows = "".join(f"{age}\n" for age in range(40))
    for name in ("p.csv", "t.csv"):
        (folder / name).write_text(f"age\n{rows}" + (rows if name == "p.csv" else ""))
    ages = [f"CAST({one}.age AS INTEGER)" for one in "abcdefghi"]
    a, b, c, d, e, f, g, h, i = ages
    equal = f"{a} * {b} + {c} * {d} + {e} = {f} * {g} + {h} * {i}"
    joined = ", ".join(f"t {one}" for one in "abcdefghi")
    job = ["public: p.csv", "private: t.csv", "quasi_identifiers: {age: {widths: [10]}}"]
    job += ["delta: {max: 1/2}", "release: r.parquet", "questions:"]
    job += [f"  - {{sql: '{f'SELECT COUNT(*) AS n FROM {joined} WHERE {equal}'}'}}"]
    (folder / "job.yaml").write_text("\n".join(job) + "\n", encoding="utf-8")
    return folder / "job.yaml"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_during_a_question_ends_it_at_once(endless_question, tmp_path, number):
    statement = "*_fetch_within.sql"
    interrupt(endless_question, tmp_path, number, statement, AT_ONCE, command="compare")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_during_a_search_E05(long_job, tmp_path, number):
    interrupt(long_job, tmp_path, number, "*_count_nodes.sql", DEADLINE)


def test_somebody_who_insists_leaves_nothing_either_E05(long_statement, tmp_path):
    interrupt(long_statement, tmp_path, signal.SIGINT, "*_materialize_tuples.sql", AT_ONCE, times=3)


def test_what_is_to_be_ignored_is_ignored(example):
    """As nohup asks for before it starts a command: hanging up, from its first moment on."""
    command = [sys.executable, "-m", "dpsql", "anonymize", str(example), "--quiet"]
    with subprocess.Popen(
        command, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ) as process:
        while process.poll() is None:
            process.send_signal(signal.SIGHUP)
            time.sleep(0.02)
    assert process.returncode == 0


def interrupt(job, tmp_path, number, statement, seconds, times=1, command="anonymize"):
    """Run, send the signal once the statement runs; all must be gone within the seconds."""
    before = set(job.parent.iterdir())
    temporary, dumped = tmp_path / "temporary", tmp_path / "sql"
    temporary.mkdir()
    words = [sys.executable, "-m", "dpsql", command, job, "--dump-sql", dumped]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(
        words,
        preexec_fn=hear_signals,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as process:
        try:
            wait_until(lambda: dumped.is_dir() and any(dumped.glob(statement)), process)
            if command == "anonymize":
                assert set(job.parent.iterdir()) > before
            else:
                # DuckDB still plans; then it hears signals.
                time.sleep(0.5)
            assert any(temporary.iterdir())
            for _ in range(times):
                process.send_signal(number)
                time.sleep(0.01)
            stdout, stderr = process.communicate(timeout=seconds)
        finally:
            process.kill()
    # Python lets the last of several end it on the spot, once all is removed.
    assert process.returncode in ([128 + number] if times == 1 else [128 + number, -number])
    assert stdout == ""
    assert "Traceback" not in stderr
    told = "dpsql: Interrupted; no release was written; --keep-journal keeps a search"
    assert times > 1 or command != "anonymize" or told in stderr
    assert set(job.parent.iterdir()) == before
    assert list(temporary.iterdir()) == []
