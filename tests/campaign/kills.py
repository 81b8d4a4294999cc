"""``python -m tests.campaign.kills [KILLS] [FOLDER]``: runs are killed at random, and resumed.

Of ten kills three hit a search, three the release of what it found, three a search that is resumed,
and one a run whose release is just out. After each: the target is absent or whole (U1); the journal
holds every record that was acknowledged; the same command resumes it, or is refused where the
release is out, and no journal stays beside that; the run that ends at last, with ``--overwrite`` if
need be, releases the bytes of a run that nothing broke off, and leaves nothing else.
FOLDER keeps a line per kill, so that a campaign goes on where it was ended; kills after which
something was wrong are tried again. One line of JSON says what was found; the exit code is 1 if
anything is wrong.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import dpsql
from dpsql.domain.job import Job
from dpsql.errors import JournalDamaged, TargetError
from dpsql.journal import journal
from dpsql.journal.chain import Chain, split_records
from dpsql.use_cases import make_release as releasing

JOBS, COLUMNS, ROWS, PRIVATE_ROWS = 6, 4, 400, 120
#: The phase of each kill, by its number.
PHASES = (*("search", "release", "resume") * 3, "published")
#: What may be found wrong: none is.
FAULTS = (
    *("half_outputs", "lost_records", "damaged_journals", "journals_left", "not_bit_equal"),
    "leftovers",
)
#: What a child tells its parent: search and release begin; a record is on the disk; the release is
#: out.
SEARCHES, RELEASES, RECORDED, PUBLISHED = b"S", b"R", b".", b"P"
#: Seconds for which a child whose release is out waits, to be met there.
MEETING = 0.02
#: Exit code of a child whose target is there.
REFUSED = 2


@dataclass(frozen=True)
class Whole:
    """A run that nothing broke off: its files, what it said of its search, and its times."""

    files: tuple[bytes, bytes]
    search: dict[str, object]
    search_seconds: float
    release_seconds: float


class KilledJob:
    """One job: run whole once, then killed and resumed as often as asked."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder / f"job_{number}"
        self.folder.mkdir(exist_ok=True)
        self.job = write_job(self.folder, number)
        self.target = self.folder / "r.csv"
        self.wrong: Counter[str] = Counter()
        self.whole = self._run_whole()

    def kill(self, phase: str, chosen: random.Random) -> dict[str, int]:
        """Kill one run in the phase, resume it to its end; count what is wrong."""
        self.wrong = Counter()
        self._clear()
        whole = self.whole
        if phase == "published":
            self._start_and_kill(PUBLISHED, 0)
        elif phase == "release":
            self._start_and_kill(RELEASES, whole.release_seconds * chosen.random())
        else:
            self._start_and_kill(SEARCHES, whole.search_seconds * chosen.random())
        if phase == "resume":
            self._start_and_kill(SEARCHES, whole.search_seconds * chosen.random() / 2)
        resumed = self._has_records()
        status, told = self._finish(overwrite=False)
        self.wrong["journals_left"] += self.target.exists() and self._journal.exists()
        if status == REFUSED:
            status, told = self._finish(overwrite=True)
        equal = status == 0 and self._files() == whole.files and told == whole.search
        self.wrong["not_bit_equal"] += not equal
        expected = {"p.csv", "t.csv", self.target.name, self._manifest.name}
        self.wrong["leftovers"] += {file.name for file in self.folder.iterdir()} != expected
        return {"resumed": int(resumed), **self.wrong}

    @property
    def _journal(self) -> Path:
        return self.folder / f".{self.target.name}.journal"

    @property
    def _manifest(self) -> Path:
        return self.target.with_name(self.target.name + ".manifest.json")

    def _run_whole(self) -> Whole:
        self._clear()
        process, pipe = self._start()
        read_until(pipe, SEARCHES)
        start = time.monotonic()
        read_until(pipe, RELEASES)
        searched = time.monotonic()
        read_until(pipe, PUBLISHED)
        told = json.loads(read_all(pipe))
        assert os.waitpid(process, 0)[1] == 0
        return Whole(self._files(), told, searched - start, time.monotonic() - searched)

    def _start_and_kill(self, mark: bytes, seconds: float) -> None:
        """Kill a run so many seconds after it told the mark; judge what it left."""
        before = self._count_records()
        process, pipe = self._start()
        told = read_until(pipe, mark)
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
        told += read_all(pipe)
        os.waitpid(process, 0)
        # The journal of what is published goes.
        if not (RELEASES in told and self.target.exists()):
            kept = self._count_records()
            self.wrong["lost_records"] += kept < before + told.count(RECORDED)
        if self.target.exists():
            self.wrong["half_outputs"] += self._files() != self.whole.files

    def _finish(self, *, overwrite: bool) -> tuple[int, object]:
        process, pipe = self._start(overwrite=overwrite)
        told = read_all(pipe)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        found = told[told.find(b"{") :]
        return status, json.loads(found) if found else None

    def _start(self, *, overwrite: bool = False) -> tuple[int, int]:
        """Run the job in a child that tells by a pipe how far it is.

        What is killed does not overwrite: the journal of a search for another release may stay
        beside one that is out.
        """
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            os.close(reading)
            run_child(self.job, writing, overwrite)
        os.close(writing)
        return process, reading

    def _has_records(self) -> bool:
        return self._count_records() > 1

    def _count_records(self) -> int:
        if not (self._journal / "records").exists():
            return 0
        key = (self._journal / "key").read_bytes()
        try:
            return len(split_records((self._journal / "records").read_bytes(), key)[0])
        except JournalDamaged:
            self.wrong["damaged_journals"] += 1
            return 0

    def _files(self) -> tuple[bytes, bytes]:
        manifest = self._manifest
        return self.target.read_bytes(), manifest.read_bytes() if manifest.exists() else b""

    def _clear(self) -> None:
        for file in (self.target, self._manifest):
            file.unlink(missing_ok=True)


def run_child(job: Job, pipe: int, overwrite: bool) -> None:
    """Anonymize, and leave this process; what goes wrong is told on stderr."""
    append, begin = Chain.append, journal.Journal.begin
    write, publish = releasing.write_release, releasing.publish

    def tell_search(self: journal.Journal, counts: bytes) -> None:
        begin(self, counts)
        os.write(pipe, SEARCHES)

    def tell_record(self: Chain, record: bytes) -> None:
        append(self, record)
        os.write(pipe, RECORDED)

    def tell_release(*words: object, **options: object) -> None:
        os.write(pipe, RELEASES)
        write(*words, **options)

    def tell_published(*words: object) -> None:
        publish(*words)
        os.write(pipe, PUBLISHED)
        time.sleep(MEETING)

    Chain.append, journal.Journal.begin = tell_record, tell_search
    releasing.write_release, releasing.publish = tell_release, tell_published
    journal.SEARCH_PER_RECORD = 0
    try:
        found = dpsql.anonymize(job, overwrite=overwrite, journal_after=0).to_dict()
        told = {name: found[name] for name in ("search", "levels", "metrics", "presence")}
        os.write(pipe, json.dumps(told).encode())
    except TargetError:
        os._exit(REFUSED)
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        os._exit(1)
    os._exit(0)


def write_job(folder: Path, number: int) -> Job:
    """Random rows, whose search takes tens of rounds."""
    chosen = random.Random(number)
    names = [f"q{i}" for i in range(COLUMNS)]
    rows = [[str(chosen.randint(0, 99)) for _ in names] for _ in range(ROWS)]
    for name, some in (("p.csv", rows), ("t.csv", rows[:PRIVATE_ROWS])):
        lines = "\n".join(",".join(row) for row in [names, *some]) + "\n"
        if not (folder / name).exists():
            (folder / name).write_text(lines, encoding="utf-8")
    return Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={name: {"widths": [5, 25, 50]} for name in names},
        delta={"min": "1/10", "max": "1/2"},
        metric=("discernibility", "loss", "entropy")[number % 3],
        algorithm=("spalm", "spalm", "incognito")[number // 3 % 3],
        release="r.csv",
        engine={"duckdb": {"threads": "1", "work_dir": "."}},
        folder=folder,
    )


def read_until(pipe: int, mark: bytes) -> bytes:
    """What the child tells up to a mark, or its end."""
    told = b""
    while mark not in told and (some := os.read(pipe, 1)):
        told += some
    return told


def read_all(pipe: int) -> bytes:
    """What the child tells up to its end."""
    told = b""
    while some := os.read(pipe, 4096):
        told += some
    os.close(pipe)
    return told


def run(kills: int, folder: Path) -> dict[str, int]:
    """Run what is left of the campaign in a folder; its figures."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = folder / "kills.jsonl"
    done = _read(lines)
    jobs: dict[int, KilledJob] = {}
    for number in range(kills):
        if number in done and not any(done[number].get(fault) for fault in FAULTS):
            continue
        which, phase = number // len(PHASES) % JOBS, PHASES[number % len(PHASES)]
        if which not in jobs:
            jobs[which] = KilledJob(folder, which)
        found = jobs[which].kill(phase, random.Random(number))
        with lines.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "phase": phase, **found}) + "\n")
    done = {number: found for number, found in _read(lines).items() if number < kills}
    totals = Counter(dict.fromkeys(("resumed", *FAULTS), 0))
    phases = Counter(dict.fromkeys(PHASES, 0))
    for found in done.values():
        phases[found.pop("phase")] += 1
        totals.update(found)
    return {"kills": len(done), **phases, **totals}


def _read(lines: Path) -> dict[int, dict[str, Any]]:
    """What was found after each kill, the last time that it was tried."""
    texts = lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []
    found = map(json.loads, texts)
    return {one.pop("number", place): one for place, one in enumerate(found)}


def main() -> None:
    """Run and print the figures; exit 1 if anything was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "kills", type=int, nargs="?", default=300, metavar="KILLS", help="how many (300)"
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="keeps jobs and results, to go on"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        figures = run(asked.kills, asked.folder or Path(made))
    print(json.dumps({"campaign": "kills", **figures}))
    sys.exit(any(figures[fault] for fault in FAULTS))


if __name__ == "__main__":
    main()
