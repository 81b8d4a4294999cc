"""Kills runs at random times and resumes them: ``python -m tests.campaign.kills [KILLS] [FOLDER]``.

Of ten kills four hit a search, three the release of what it found, three a search that is resumed.
After each: the target is absent or whole (U1), the journal holds every record that was
acknowledged, and the run that ends at last releases the bytes of a run that nothing broke off, and
leaves nothing else.
FOLDER keeps a line per kill, so that a campaign goes on where it was ended. One line of JSON says
what was found; the exit code is 1 if anything is wrong.
"""

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

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import dpsql
from dpsql import releasing
from dpsql.domain.job import Job
from dpsql.errors import JournalDamaged
from dpsql.journal import journal
from dpsql.journal.chain import Chain, split_records

JOBS, COLUMNS, ROWS, PRIVATE_ROWS = 6, 4, 400, 120
#: The phase of each kill, by its number.
PHASES = (*("search", "release", "resume") * 3, "search")
#: What may be found wrong: none is.
FAULTS = ("half_outputs", "lost_records", "damaged_journals", "not_bit_equal", "leftovers")
#: What a child tells its parent: search and release begin; a record is on the disk.
SEARCHES, RELEASES, RECORDED = b"S", b"R", b"."


@dataclass(frozen=True)
class Whole:
    """A run that nothing broke off: its files, what it said of its search, and its times."""

    files: tuple[bytes, bytes]
    search: dict[str, object]
    search_seconds: float
    release_seconds: float


class Campaign:
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
        if phase == "release":
            self._start_and_kill(RELEASES, whole.release_seconds * chosen.random())
        else:
            self._start_and_kill(SEARCHES, whole.search_seconds * chosen.random())
        if phase == "resume":
            self._start_and_kill(SEARCHES, whole.search_seconds * chosen.random() / 2)
        resumed = self._has_records()
        status, told = self._finish()
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

    def _finish(self) -> tuple[int, object]:
        process, pipe = self._start()
        told = read_all(pipe)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        found = told[told.find(b"{") :]
        return status, json.loads(found) if found else None

    def _start(self) -> tuple[int, int]:
        """Run the job in a child that tells by a pipe how far it is."""
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            os.close(reading)
            run_child(self.job, writing)
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


def run_child(job: Job, pipe: int) -> None:
    """Anonymize, and leave this process; what goes wrong is told on stderr."""
    append, begin, write = Chain.append, journal.Journal.begin, releasing.write_release

    def tell_search(self: journal.Journal, counts: bytes) -> None:
        begin(self, counts)
        os.write(pipe, SEARCHES)

    def tell_record(self: Chain, record: bytes) -> None:
        append(self, record)
        os.write(pipe, RECORDED)

    def tell_release(*words: object, **options: object) -> None:
        os.write(pipe, RELEASES)
        write(*words, **options)

    Chain.append, releasing.write_release = tell_record, tell_release
    journal.Journal.begin = tell_search
    journal.SEARCH_PER_RECORD = 0
    try:
        found = dpsql.anonymize(job, overwrite=True, journal_after=0).to_dict()
        told = {name: found[name] for name in ("search", "levels", "metrics", "presence")}
        os.write(pipe, json.dumps(told).encode())
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


def main(kills: int, folder: Path) -> int:
    """Run what is left of the campaign; print its figures."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = folder / "kills.jsonl"
    done = lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []
    campaigns: dict[int, Campaign] = {}
    for number in range(len(done), kills):
        which, phase = number // len(PHASES) % JOBS, PHASES[number % len(PHASES)]
        if which not in campaigns:
            campaigns[which] = Campaign(folder, which)
        found = {"phase": phase, **campaigns[which].kill(phase, random.Random(number))}
        with lines.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
        done.append(json.dumps(found))
    totals = Counter(dict.fromkeys(("resumed", *FAULTS), 0))
    phases = Counter(dict.fromkeys(PHASES, 0))
    for line in done[:kills]:
        found = json.loads(line)
        phases[found.pop("phase")] += 1
        totals.update(found)
    print(json.dumps({"kills": min(kills, len(done)), **phases, **totals}))
    return int(any(totals[fault] for fault in FAULTS))


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    if len(sys.argv) > 2:
        sys.exit(main(asked, Path(sys.argv[2])))
    with tempfile.TemporaryDirectory() as made:
        sys.exit(main(asked, Path(made)))
