"""Samples of the campaigns of many runs: one after the other in a process, and all at once."""

import json
import subprocess
import sys
from pathlib import Path

from tests.campaign import endurance

REPOSITORY = Path(__file__).parents[2]


def test_a_run_leaves_nothing_in_its_process_G02(bench):
    """Neither one that releases nor one that fails; what the first run loads stays."""
    endurance.write_table(bench.folder)
    assert endurance.run_once(bench.folder, 0) == "released"
    before = endurance.read_size()
    for number, end in ((8, "NoSafeRelease"), (0, "released")):
        assert endurance.run_once(bench.folder, number) == end
    after = endurance.read_size()
    assert {**after, "rss_kb": 0} == {**before, "rss_kb": 0}
    bench.refuse_leftovers()


def test_of_runs_that_start_at_once_one_wins_G03():
    """In a process of its own: it forks, which a process with an engine's threads should not."""
    command = [sys.executable, "-m", "tests.campaign.race", "8"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(ended.stdout)
    assert (found["starts"], found["heats_with_one_winner"]) == (8, 1)
