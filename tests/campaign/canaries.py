"""Canary runs: ``python -m tests.campaign.canaries [N [SEED]]``.

Each row of T holds a token of its own, in columns that are not released, in keys, and in codes that
are released shortened. After each run, however it ended, nothing may hold a token but the inputs,
the release those of its kept column, and dumped statements values of P: neither stdout, stderr,
release, manifest and page, nor any file in the folder of the job, the temporary, the working and
the home folder. After kill -9 private folders may remain; they are counted, and looked at once
another run started.
Prints one line of JSON; the exit code is 1 if a token was found.
"""

import json
import os
import signal
import stat
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq

from dpsql import cli
from dpsql.reporting import stop
from tests.campaign.canary_jobs import FAULTS, HIDDEN, KEPT, SHARED, CanaryJob, other_run, write_job

_HANDLED = (signal.SIGTERM, signal.SIGINT)
_SIGNALS = (signal.SIGKILL, *_HANDLED)
_FOLDERS = ("job", "temporary", "working", "home")


def run(runs: int, seed: int = 0) -> dict[str, Any]:
    """Make so many runs, and count how they ended, and what was found."""
    random, ended = Random(seed), Counter[str]()
    leaks: list[str] = []
    kept_folders = folders_after_next_start = 0
    for number in range(runs):
        with TemporaryDirectory(prefix="canary-") as root:
            for name in _FOLDERS:
                (Path(root) / name).mkdir(mode=0o700)
            job = write_job(Path(root) / "job", random)
            kind = random.randrange(10)
            fault = FAULTS[number % len(FAULTS)]
            name = fault.__name__
            if kind < 2:
                sent = random.choice(_SIGNALS)
                name = sent.name
                code = _start(job, Path(root), sent, random.random() * 0.6)
            elif kind == 2 and job.arguments[0] == "anonymize":
                name = "other_run"
                with other_run(job):
                    code = _start(job, Path(root))
            else:
                fault(job)
                code = _start(job, Path(root))
            ended[f"{name} {code}"] += 1
            found = find_tokens(Path(root))
            if code == -signal.SIGKILL:
                kept_folders += bool(_private_folders(Path(root)))
                _start(job, Path(root))
                left = _private_folders(Path(root))
                folders_after_next_start += bool(left)
                found += find_tokens(Path(root))
            elif left := _private_folders(Path(root)):
                found.append(f"{left[0].name} is left")
            leaks += [f"run {number}, {name}, exit {code}: {place}" for place in found]
    return {
        "campaign": "canaries",
        "runs": runs,
        "leaks": len(leaks),
        "by_fault_and_exit": dict(sorted(ended.items())),
        "killed_with_private_folders": kept_folders,
        "of_those_left_after_next_start": folders_after_next_start,
        "found": leaks,
    }


def find_tokens(root: Path) -> list[str]:
    """Places that hold a token and should not; private folders of killed runs may."""
    private = _private_folders(root)
    found = [
        f"{folder.name} is not private"
        for folder in private
        if stat.S_IMODE(folder.stat().st_mode) != 0o700
    ]
    for path in root.rglob("*"):
        if not path.is_file() or path.name in _INPUTS or set(path.parents) & set(private):
            continue
        content = path.read_bytes() + str(path.relative_to(root)).encode()
        if path.suffix == ".parquet":
            content += str(pq.read_table(path).to_pydict()).encode()
        allowed = {KEPT} if path.name in ("r.csv", "r.parquet") else set()
        allowed |= {SHARED} if path.suffix == ".sql" else set()
        found += [
            f"{token} in {path.relative_to(root)}"
            for token in (HIDDEN, KEPT, SHARED)
            if token.encode() in content and token not in allowed
        ]
    return found


_INPUTS = ("p.csv", "p.parquet", "t.csv", "t.parquet", "bad.csv", "job.yaml")


def _private_folders(root: Path) -> list[Path]:
    """Folders that dpsql made for itself."""
    return [path for path in root.rglob("*dpsql-*") if path.is_dir()]


def _start(
    job: CanaryJob, root: Path, sent: signal.Signals | None = None, after: float = 0.0
) -> int:
    """Run the command line in a process of its own; its exit code, or minus the signal.

    A fork of this process, which has loaded all modules and opened no engine since it started.
    """
    # A signal waits until the command has set its handlers, as it nearly always would.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _run(job, root)
        finally:
            os._exit(code)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    if sent is not None:
        time.sleep(after)
        os.kill(child, sent)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(job: CanaryJob, root: Path) -> int:
    """Be the command: output to files, folders of its own, faults in place."""
    os.chdir(root / "working")
    os.environ |= {"TMPDIR": str(root / "temporary"), "HOME": str(root / "home")}
    tempfile.tempdir = None
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        opened = os.open(root / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, descriptor)
    for put_in_place in job.faults:
        put_in_place()
    sys.argv = ["dpsql", *job.arguments]
    for number in _HANDLED:
        signal.signal(number, stop)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException as error:  # what the interpreter would print is looked at as well
        traceback.print_exception(error)
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    found = run(*map(int, sys.argv[1:] or ["1000"]))
    print(json.dumps(found))
    sys.exit(bool(found["leaks"]))
