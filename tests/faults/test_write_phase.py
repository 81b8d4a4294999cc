"""A sample of the campaign of the write phase: a run is killed, stopped and failed at its calls."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.traced import is_possible

PUBLISHING = ("rename", "renameat2", "link", "fsync")
PREPARING_AND_CLEARING = ("mkdir", "rmdir", "unlink", "unlinkat", "flock", "chmod", "write")


@pytest.mark.skipif(not is_possible(), reason="strace is missing, or may not trace here")
@pytest.mark.parametrize(
    ("suffix", "sample", "calls"),
    [
        ("csv", 41, (*PUBLISHING, *PREPARING_AND_CLEARING)),
        pytest.param("csv", 9, PUBLISHING, marks=pytest.mark.tier("all")),
        pytest.param("parquet", 17, PREPARING_AND_CLEARING, marks=pytest.mark.tier("all")),
    ],
)
def test_no_call_that_fails_breaks_a_promise_E01_E03(tmp_path, suffix, sample, calls):
    results = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "tests.campaign.write_phase", "--into", results]
    command += ["--suffix", suffix, "--sample", str(sample), *(f"--call={call}" for call in calls)]
    finished = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    tried = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(tried) >= 10
    assert {line["fault"][1] for line in tried} == {"fresh", "overwrite"}
