"""A signal during a search ends the command with 128 + its number and leaves nothing behind."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

QUASI_IDENTIFIERS, DEADLINE = 12, 120


@pytest.fixture
def long_job(tmp_path):
    """A lattice of 4^12 nodes over random rows, which takes minutes to search."""
    chosen = random.Random(1)
    folder = tmp_path / "job"
    folder.mkdir()
    names = [f"q{i}" for i in range(QUASI_IDENTIFIERS)]
    rows = [[str(chosen.randint(10, 99)) for _ in names] for _ in range(3000)]
    for name, some in (("p.csv", rows), ("t.csv", rows[:900])):
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_during_a_search(long_job, tmp_path, number):
    before = set(long_job.parent.iterdir())
    temporary, dumped = tmp_path / "temporary", tmp_path / "sql"
    temporary.mkdir()
    command = [sys.executable, "-m", "dpsql", "anonymize", long_job, "--dump-sql", dumped]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    ) as process:
        try:
            wait_until(lambda: dumped.is_dir() and any(dumped.glob("*_count_nodes.sql")), process)
            assert set(long_job.parent.iterdir()) > before
            assert any(temporary.iterdir())
            process.send_signal(number)
            stdout, stderr = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()
    assert process.returncode == 128 + number
    assert stdout == ""
    assert "Traceback" not in stderr
    assert set(long_job.parent.iterdir()) == before
    assert list(temporary.iterdir()) == []
