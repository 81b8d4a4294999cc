"""Noisy counts that are killed, stopped or failed at a call: nothing unpaid is published."""

from collections import Counter
from fractions import Fraction

import pytest

from dpsql.cli.app import make_app
from dpsql.demo import run_demo
from dpsql.noise.ledger import begin_ledger, read_ledger
from tests.campaign.traced import Fault, is_possible, run, trace

#: Every so many of the calls is tried in this tier.
STEP = 9
KINDS = ("KILL", "TERM", "ENOSPC", "EIO")
#: What writes, moves and removes.
CALLS = (
    *("write", "fsync", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "chmod"),
    *("unlink", "unlinkat", "rmdir", "flock"),
)
EPSILON = Fraction(1, 2)


class Stage:
    """A folder with a job, its ledger and a table of counts."""

    def __init__(self, folder):
        self.folder, self.temporary = folder / "job", folder / "temporary"
        self.temporary.mkdir()
        run_demo(self.folder, None)
        job = self.folder / "job.yaml"
        job.write_text(f"{job.read_text()}engine: {{duckdb: {{threads: 1}}}}\n")
        self.table, self.ledger = self.folder / "counts.csv", self.folder / "ledger.json"
        self.words = ["counts", str(job), "--epsilon", str(EPSILON), "--by", "nationality"]
        self.words += ["--ledger", str(self.ledger), "-o", str(self.table), "--quiet"]
        self.usual = {path.name for path in self.folder.iterdir()}
        self.reset()
        # All that is imported late is there before the first fork.
        make_app()(self.words, standalone_mode=False)

    def reset(self):
        for path in (self.table, self.ledger):
            path.unlink(missing_ok=True)
        begin_ledger(self.ledger, Fraction(10))

    def list_calls(self, file):
        """Names and numbers of the calls of a run on what it writes."""
        self.reset()
        counts = Counter()
        for line in trace(self.words, self.temporary, file):
            name = line.partition("(")[0]
            counts[name] += 1
            if name in CALLS and any(word in line for word in ("dpsql-", "counts.csv", "ledger")):
                yield name, counts[name]

    def left(self):
        known = {*self.usual, self.table.name, self.ledger.name}
        return {path.name for path in self.folder.iterdir()} - known

    def judge(self, ended, kind):
        """What is broken after a run that a fault met."""
        spent = read_ledger(self.ledger).spent
        if spent not in (0, EPSILON):
            yield f"{spent} is spent"
        if self.table.exists():
            if spent != EPSILON:
                yield "a table is published that was not paid for"
            if len(self.table.read_text().splitlines()) != 8:
                yield "a part of a table is published"
        elif ended.exit_code == 0:
            yield "it ends well, and nothing is published"
        if kind != "KILL" and self.left():
            yield f"{self.left()} is left"
        if "Traceback" in ended.stderr:
            yield "a traceback"
        again = run([*self.words, "--overwrite"], self.temporary)
        if again.exit_code != 0:
            yield f"the next run ends with {again.exit_code}: {again.stderr}"
        if self.left():
            yield f"the next run leaves {self.left()}"
        if read_ledger(self.ledger).spent != spent + EPSILON:
            yield "the next run is not entered"


@pytest.mark.skipif(not is_possible(), reason="strace is missing, or may not trace here")
@pytest.mark.parametrize("step", [STEP, pytest.param(1, marks=pytest.mark.tier("all"))])
def test_no_call_that_fails_publishes_what_is_not_paid_for(tmp_path, step):
    stage = Stage(tmp_path)
    calls = list(stage.list_calls(tmp_path / "trace"))
    assert {name for name, _ in calls} >= {"write", "fsync", "rename", "flock"}
    faults = [Fault(name, number, kind) for name, number in calls for kind in KINDS]
    broken = {}
    for fault in faults[::step]:
        stage.reset()
        ended = run(stage.words, stage.temporary, fault)
        if found := list(stage.judge(ended, fault.kind)):
            broken[fault] = found, ended
    assert broken == {}
