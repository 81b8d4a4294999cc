"""A sample of the campaign of kills: one in a search, one in a release, one in a resumed search."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_killed_runs_are_resumed_to_the_same_bytes_E02(tmp_path):
    command = [sys.executable, "-m", "tests.campaign.kills", "3", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    figures = json.loads(ended.stdout)
    assert {figures[phase] for phase in ("search", "release", "resume")} == {1}
    again = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert json.loads(again.stdout) == figures, "what was done is not done again"
