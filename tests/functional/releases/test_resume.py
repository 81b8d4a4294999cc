"""A search that kill -9 ends goes on with the same command; a second one meanwhile is refused."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

COLUMNS, DEADLINE = 12, 120
JOURNAL = ".r.parquet.journal"


@pytest.fixture
def long_job(tmp_path):
    """A lattice of 4^12 nodes over random rows: too few for class tables."""
    chosen = random.Random(1)
    names = [f"q{i}" for i in range(COLUMNS)]
    rows = [[str(chosen.randint(10, 99)) for _ in names] for _ in range(1900)]
    for name, some in (("p.csv", rows), ("t.csv", rows[:600])):
        lines = [",".join(row) for row in [names, *some]]
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    job = ["public: p.csv", "private: t.csv", "delta: {min: 0.2, max: 0.4}"]
    job += ["metric: discernibility", "release: r.parquet", "quasi_identifiers:"]
    job += [f"  {name}: {{widths: [5, 10]}}" for name in names]
    (tmp_path / "job.yaml").write_text("\n".join(job) + "\n", encoding="utf-8")
    return tmp_path / "job.yaml"


def search_until_recorded(job, *options):
    """Start a run, and wait until its journal holds a record beside its header."""
    words = [sys.executable, "-m", "dpsql", "anonymize", job, "--journal-after", "0", *options]
    environment = {**os.environ, "TMPDIR": str(job.parent)}
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    records, start = job.parent / JOURNAL / "records", time.monotonic()
    while not records.exists() or records.read_bytes().count(b"\n") < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() - start < DEADLINE
        time.sleep(0.05)
    return process


def test_a_killed_search_is_resumed_by_the_same_command(long_job, run, edit, caplog):
    with search_until_recorded(long_job) as process:
        second = run("anonymize", long_job, "--json")
        process.kill()
        process.communicate()
    assert second.exit_code == 8
    assert (process.returncode, list(long_job.parent.glob("r.parquet*"))) == (-signal.SIGKILL, [])

    edit(long_job, "max: 0.4", "max: 0.41")
    other = run("anonymize", long_job, "--json")
    assert (other.exit_code, other.found["error"]["code"]) == (7, "ResumeMismatch")
    assert "--restart" in other.complaint
    edit(long_job, "max: 0.41", "max: 0.4")

    ended = run("anonymize", long_job, "--json", "--time-limit", "0.001")
    assert ended.exit_code == 0
    assert "resuming a search that was broken off" in caplog.text
    assert ended.found["release"]["rows"] == 600
    assert not (long_job.parent / JOURNAL).exists()
    assert run("verify", long_job, "--quiet").exit_code == 0


@pytest.mark.parametrize("options", [(), ("--keep-journal",)])
def test_a_signal_leaves_a_journal_only_if_asked(long_job, options):
    with search_until_recorded(long_job, "--json", *options) as process:
        process.terminate()
        stdout, stderr = process.communicate(timeout=DEADLINE)
    assert (process.returncode, stdout) == (128 + signal.SIGTERM, "")
    assert (long_job.parent / JOURNAL).exists() == bool(options)
    assert ("kept in" in stderr) == bool(options)


def test_a_run_that_is_not_resumed_drops_the_journal(example, run):
    folder = example.parent / ".release.csv.journal"
    folder.mkdir(mode=0o700)
    (folder / "records").write_bytes(b"what is this\n")
    refused = run("anonymize", example, "--json")
    assert (refused.exit_code, refused.found["error"]["code"]) == (7, "JournalDamaged")
    assert json.loads(refused.stdout)["status"] == "error"
    assert run("anonymize", example, "--json", "--restart").exit_code == 0
    assert not folder.exists()


def test_a_time_without_meaning_is_refused(example, run):
    refused = run("anonymize", example, "--json", "--journal-after", "-1")
    assert refused.exit_code == 2
    assert "--journal-after" in refused.complaint
