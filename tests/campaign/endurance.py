"""``python -m tests.campaign.endurance SECONDS``: runs in one process, one after the other.

Every run measures, searches, releases or verifies a small job by another algorithm, or fails at it.
What must not grow, once the first runs have loaded everything: memory (5 %), open files, threads,
and what lies in the folders. Prints one line of JSON; the exit code is 1 if anything grew.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import dpsql

ALGORITHMS = ("spalm", "incognito", "mpalm", "mondrian")
#: Runs until everything is loaded that ever will be.
WARM_UP = 40
#: Share by which the resident memory may grow.
MOST_DRIFT = 0.05


def write_table(folder: Path) -> None:
    """Write 2,000 people of 40 towns, every tenth in T."""
    lines = ["town,age,member,lab"]
    lines += [f"t{i % 40:02},{i * 7 % 90},{int(i % 10 == 0)},{i % 3}" for i in range(2000)]
    (folder / "people.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")


def make_job(folder: Path, algorithm: str, highest: str) -> dpsql.Job:
    """State a job that holds, or that cannot where δmax lies below |T|/|P|."""
    return dpsql.Job(
        public={"path": "people.csv"},
        private={"where": "member = '1'"},
        quasi_identifiers={"town": {"prefix": [2, 1]}, "age": {"widths": [10, 30]}},
        public_columns=["town", "age"],
        keep=["lab"],
        delta={"max": highest},
        constraints={"k_anonymity": 2},
        algorithm=algorithm,
        release="release.csv",
        folder=folder,
    )


def run_once(folder: Path, number: int) -> str:
    """Run one of the jobs to its end, good or bad; return which end."""
    job = make_job(folder, ALGORITHMS[number % 4], "1/100" if number % 9 == 8 else "1/2")
    try:
        outcome = dpsql.anonymize(job, overwrite=True)
        dpsql.verify(job)
        dpsql.measure(job, release=folder / "release.csv")
    except dpsql.DpsqlError as error:
        return error.code
    return outcome.status


def read_size() -> dict[str, int]:
    """Resident kilobytes, open files and threads of this process, those of the engine too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return {
        "rss_kb": int(resident.split()[1]),
        "descriptors": len([*Path("/proc/self/fd").iterdir()]),
        "threads": len([*Path("/proc/self/task").iterdir()]),
    }


def has_grown(figures: dict[str, Any]) -> bool:
    """Whether anything is more than after the runs that load everything."""
    new = ("new_descriptors", "new_threads")
    is_more = any(figures[word] > 0 for word in new)
    return is_more or figures["rss_drift"] > MOST_DRIFT or bool(figures["leftovers"])


def main() -> None:
    """Run for so many seconds and print the figures; exit 1 if anything grew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, metavar="SECONDS", help="how long to run")
    asked = parser.parse_args()
    ends: dict[str, int] = {}
    with TemporaryDirectory() as temporary, TemporaryDirectory() as place:
        tempfile.tempdir = temporary
        folder, number, begin = Path(place), 0, None
        write_table(folder)
        deadline = monotonic() + asked.seconds
        while number <= WARM_UP or monotonic() < deadline:
            end = run_once(folder, number)
            ends[end] = ends.get(end, 0) + 1
            number += 1
            if number == WARM_UP:
                begin = read_size()
        size = read_size()
        assert begin is not None
        left = sorted(
            {p.name for p in folder.iterdir()} | {p.name for p in Path(temporary).iterdir()}
        )
    expected = ["people.csv", "release.csv", "release.csv.manifest.json"]
    drift = size["rss_kb"] / begin["rss_kb"] - 1
    figures = {
        "runs": number,
        "ends": ends,
        "rss_drift": round(drift, 4),
        "new_descriptors": size["descriptors"] - begin["descriptors"],
        "new_threads": size["threads"] - begin["threads"],
        "leftovers": [name for name in left if name not in expected],
    }
    print(json.dumps(figures))
    sys.exit(has_grown(figures))


if __name__ == "__main__":
    main()
