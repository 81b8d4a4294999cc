"""``python -m tests.campaign.race [N]``: N runs on one output, fifty of them at once.

All are forks of this process that wait for one moment. One wins; the others find it at work (8), or
its release there (2). Prints one line of JSON; the exit code is 1 if it was otherwise.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import dpsql
from dpsql.cli import app as cli
from dpsql.demo import run_demo
from dpsql.release.target import Target

#: Started at once; more take turns.
_AT_ONCE = 50
_LEFT = ["release.csv", "release.csv.manifest.json"]


def run(starts: int) -> dict[str, object]:
    """Let so many runs race, in heats; count how they ended and what was left."""
    ended: Counter[int] = Counter()
    winners, left = [], Counter[str]()
    for _ in range(0, starts, _AT_ONCE):
        with TemporaryDirectory(prefix="race-") as root:
            job = _write_job(Path(root))
            codes = _race(job, Path(root), min(_AT_ONCE, starts))
            ended.update(codes)
            winners.append(codes.count(0))
            dpsql.verify(job)
            names = [path.name for path in (Path(root) / "job").iterdir() if "dpsql" in path.name]
            left.update([*names, *(path.name for path in (Path(root) / "temporary").iterdir())])
    return {
        "campaign": "race",
        "starts": ended.total(),
        "heats": len(winners),
        "heats_with_one_winner": winners.count(1),
        "by_exit_code": dict(sorted(ended.items())),
        "left": dict(left),
    }


def _write_job(root: Path) -> Path:
    (root / "temporary").mkdir()
    run_demo(root / "job", None)
    job = root / "job" / "job.yaml"
    target = Target(root / "job" / "release.csv", overwrite=False)
    for path in (target.path, target.manifest_path):
        path.unlink()
    return job


def _race(job: Path, root: Path, starts: int) -> list[int]:
    """Fork them all, let them go by closing a pipe, and return their exit codes."""
    ready, go = os.pipe()
    children = []
    for _ in range(starts):
        child = os.fork()
        if child == 0:
            os.close(go)
            _run(job, root, ready)
        children.append(child)
    os.close(ready)
    os.close(go)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def _run(job: Path, root: Path, ready: int) -> None:
    """Be the command; never returns."""
    code: object = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        tempfile.tempdir = str(root / "temporary")
        sys.argv = ["dpsql", "anonymize", str(job), "--quiet"]
        os.read(ready, 1)
        cli.main()
    except SystemExit as end:
        code = end.code
    finally:
        os._exit(code if isinstance(code, int) else 1)


def main() -> None:
    """Run and print the figures; exit 1 at a heat without one winner, or anything left."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "starts", type=int, nargs="?", default=1000, metavar="N", help="runs to start (1000)"
    )
    found = run(parser.parse_args().starts)
    print(json.dumps(found))
    fair = found["heats"] == found["heats_with_one_winner"]
    known = set(found["by_exit_code"]) <= {0, 2, 8}
    sys.exit(not (fair and known and not found["left"]))


if __name__ == "__main__":
    main()
