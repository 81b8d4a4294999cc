"""A sample of the campaign of the write phase: a run is killed, stopped and failed at its calls."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.traced import is_possible

#: Those around which a release appears, and every n-th of all others.
CALLS = ("rename", "renameat2", "link", "fsync")


@pytest.mark.skipif(not is_possible(), reason="strace is missing, or may not trace here")
@pytest.mark.parametrize(
    "arguments",
    [["--sample", "9", *(f"--call={call}" for call in CALLS)], ["--sample", "67"]],
    ids=["publishing", "everything"],
)
def test_no_call_that_fails_breaks_a_promise(tmp_path, arguments):
    results = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "tests.campaign.write_phase", "--into", results, *arguments]
    finished = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    tried = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(tried) >= 10
    assert {line["fault"][1] for line in tried} == {"fresh", "overwrite"}
