"""``python -m tests.campaign.canaries [N [SEED]]``: runs whose private rows hold unique tokens.

Each row of T holds a token of its own, in columns that are not released, in keys, and in codes that
are released shortened. After each run, however it ended, nothing may hold a token but the inputs,
the release those of its kept column, and dumped statements, pages and tables on stdout values of P:
neither stdout, stderr, release, manifest and page, nor a journal, nor any file in the folder of the
job, the temporary, the working and the home folder. Only a file of ``--debug`` may, and it must be
its owner's alone. After kill -9 private folders may remain; they are counted, and looked at once
another run started. A journal may remain after a kill, a signal or an error, and must be its
owner's alone, too.
Prints one line of JSON; the exit code is 1 if a token was found.
"""

import argparse
import json
import os
import signal
import stat
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq

from dpsql.cli import app as cli
from dpsql.signals import stop
from tests.campaign.canary_faults import FAULTS, other_run, slow_journal
from tests.campaign.canary_jobs import HIDDEN, KEPT, KEPT_NUMBER, SHARED, CanaryJob, write_job

_HANDLED = (signal.SIGTERM, signal.SIGINT)
_SIGNALS = (signal.SIGKILL, *_HANDLED)
_FOLDERS = ("job", "temporary", "working", "home")
_INPUTS = ("p.csv", "p.parquet", "t.csv", "t.parquet", "bad.csv", "job.yaml")
#: Ends of runs whose search is over: their journal is gone.
_SEARCHED = (0, 4, 7)
_COUNTED = (
    *("protected_jobs", "debug_files", "jobs_with_a_journal", "journals_kept"),
    *("killed_with_private_folders", "of_those_left_after_next_start"),
)


def run(runs: int, seed: int = 0) -> dict[str, Any]:
    """Make so many runs, and count how they ended, and what was found."""
    random, ended = Random(seed), Counter[str]()
    counted = Counter(dict.fromkeys(_COUNTED, 0))
    leaks: list[str] = []
    for number in range(runs):
        with TemporaryDirectory(prefix="canary-") as folder:
            root = Path(folder)
            for name in _FOLDERS:
                (root / name).mkdir(mode=0o700)
            job = write_job(root / "job", random)
            name, code = _end(job, root, number, random)
            ended[f"{name} {code}"] += 1
            found = list(_look(job, root, code, counted))
            leaks += [f"run {number}, {name}, exit {code}: {place}" for place in found]
    return {
        "campaign": "canaries",
        "runs": runs,
        "leaks": len(leaks),
        "by_fault_and_exit": dict(sorted(ended.items())),
        **counted,
        "found": leaks,
    }


def _end(job: CanaryJob, root: Path, number: int, random: Random) -> tuple[str, int]:
    """Run a job, and let it end in one of the ways; what was done to it, and its exit code."""
    kind, fault = random.randrange(10), FAULTS[number % len(FAULTS)]
    if kind < 3 and job.journal is not None:
        slow_journal(job)
        sent = random.choice(_SIGNALS)
        code = _start(job, root, sent, after=random.random() * 0.1, once=job.journal)
        return f"{sent.name} at a journal", code
    if kind < 2:
        sent = random.choice(_SIGNALS)
        return sent.name, _start(job, root, sent, after=random.random() * 0.6)
    if kind == 2 and job.arguments[0] == "anonymize":
        with other_run(job):
            return "other_run", _start(job, root)
    fault(job)
    return fault.__name__, _start(job, root)


def _look(job: CanaryJob, root: Path, code: int, counted: Counter[str]) -> Iterator[str]:
    """What a run left that it should not, and what another one then leaves if it was killed."""
    counted["protected_jobs"] += job.is_protected
    counted["jobs_with_a_journal"] += job.journal is not None
    yield from find_tokens(root)
    counted["journals_kept"] += len(_journals(root))
    if code == -signal.SIGKILL:
        counted["killed_with_private_folders"] += bool(_private_folders(root))
        code = _start(job, root)
        counted["of_those_left_after_next_start"] += bool(_private_folders(root))
        yield from find_tokens(root)
    elif left := _private_folders(root):
        yield f"{left[0].name} is left"
    counted["debug_files"] += len(_debug_files(root))
    if code in _SEARCHED and _journals(root):
        yield f"a journal is left by a run that ended with {code}"


def find_tokens(root: Path) -> list[str]:
    """Places that hold a token and should not; private folders of killed runs may."""
    private, told = _private_folders(root), _debug_files(root)
    found = [
        f"{path.name} is not private"
        for path in (*private, *told, *_journals(root), *_files_of_journals(root))
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]
    for path in root.rglob("*"):
        is_input = path.name in _INPUTS or path in told
        if not path.is_file() or is_input or set(path.parents) & set(private):
            continue
        content = path.read_bytes() + str(path.relative_to(root)).encode()
        if path.suffix == ".parquet":
            content += str(pq.read_table(path).to_pydict()).encode()
        allowed = {KEPT, KEPT_NUMBER} if path.name in ("r.csv", "r.parquet") else set()
        shows_public = path.suffix in (".sql", ".html") or path.name == "stdout"
        allowed |= {SHARED} if shows_public else set()
        found += [
            f"{token} in {path.relative_to(root)}"
            for token in (HIDDEN, KEPT, KEPT_NUMBER, SHARED)
            if token.encode() in content and token not in allowed
        ]
    return found


def _private_folders(root: Path) -> list[Path]:
    """Folders that dpsql made for itself; what they hold is its owner's alone."""
    return [path for path in root.rglob("*dpsql-*") if path.is_dir()]


def _debug_files(root: Path) -> list[Path]:
    return [path for path in root.rglob("debug/dpsql-debug-*.txt") if path.is_file()]


def _journals(root: Path) -> list[Path]:
    return [path for path in root.rglob(".*.journal") if path.is_dir()]


def _files_of_journals(root: Path) -> list[Path]:
    return [path for journal in _journals(root) for path in journal.iterdir()]


def _start(
    job: CanaryJob,
    root: Path,
    sent: signal.Signals | None = None,
    *,
    after: float = 0.0,
    once: Path | None = None,
) -> int:
    """Run the command line in a process of its own; its exit code, or minus the signal.

    A fork of this process, which has loaded all modules and opened no engine since it started. The
    signal comes so many seconds after `once` is there.
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
        while once is not None and not once.exists() and not _has_ended(child):
            time.sleep(0.002)
        time.sleep(after)
        os.kill(child, sent)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _has_ended(child: int) -> bool:
    """Whether there is a status to wait for, which is left there."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


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


def main() -> None:
    """Run and print the figures; exit 1 if a token was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "runs", type=int, nargs="?", default=1000, metavar="N", help="how many (1000)"
    )
    parser.add_argument(
        "seed", type=int, nargs="?", default=0, metavar="SEED", help="draws others (0)"
    )
    asked = parser.parse_args()
    found = run(asked.runs, asked.seed)
    print(json.dumps(found))
    sys.exit(bool(found["leaks"]))


if __name__ == "__main__":
    main()
