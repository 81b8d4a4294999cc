"""Jobs with a token in every row of T, and how each is made to end."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import duckdb

from dpsql import api, loading
from dpsql.engines.duckdb import DuckDBEngine
from dpsql.release.target import Target

#: In every private cell that no output may hold; in cells that are released, and nowhere else; in
#: values that P has as well, which dumped statements show of all of P, and nothing else.
HIDDEN, KEPT, SHARED = "CNRY", "KEPT", "CODE"
_PEOPLE = 60


@dataclass
class CanaryJob:
    """A job file, the arguments of its run, and the faults that are put in its way."""

    path: Path
    arguments: list[str] = field(default_factory=list)
    faults: list[Callable[[], Any]] = field(default_factory=list)


def write_job(folder: Path, random: Random) -> CanaryJob:
    """Write P, T and a job of one of the forms; it succeeds unless a fault is added."""
    form = random.choice(["table", "where", "key"])
    suffix = random.choice(["csv", "parquet"])
    release = random.choice(["csv", "parquet"])
    people = [_person(number, random) for number in range(_PEOPLE)]
    private = [person for person in people if person["sen"] == "true"]
    _write_table(folder / f"p.{suffix}", people)
    words: dict[str, Any] = {
        "public": f"p.{suffix}",
        "private": f"t.{suffix}",
        "quasi_identifiers": {
            "zip": {"tree": {"a": ["a1", "a2"], "b": ["b1", "b2"]}},
            "code": {"prefix": ["1"]},
        },
        "delta": {"min": "0", "max": "9/10"},
        "release": f"r.{release}",
        "engine": {"duckdb": {"threads": "1"}},
    }
    if form == "where":
        words["private"] = {"where": "sen" if suffix == "csv" else "sen = 'true'"}
    else:
        columns = ["key", "note"] if form == "key" else list(private[0])
        _write_table(folder / f"t.{suffix}", [{c: row[c] for c in columns} for row in private])
        if form == "key":
            words["private"] = {"path": f"t.{suffix}", "key": "key"}
    algorithm = random.choice(["spalm", "spalm", "incognito", "from_public", "mpalm", "mondrian"])
    if algorithm == "from_public":
        words["choose"] = "from_public"
    else:
        words["algorithm"] = algorithm
    if algorithm in ("mpalm", "mondrian"):
        # A box ends at values of P, and may be as small as one person: codes are left out.
        del words["quasi_identifiers"]["code"]
    if random.random() < 0.5 and form != "key":
        words["keep"] = ["kept"]
    (folder / "job.yaml").write_text(json.dumps(words), encoding="utf-8")
    arguments = [random.choice(["anonymize"] * 4 + ["measure", "check", "lattice", "frontier"])]
    if algorithm in ("mpalm", "mondrian"):
        arguments = ["anonymize"]
    arguments += [str(folder / "job.yaml"), *random.choice([[], ["--json"], ["--quiet"]])]
    if arguments[0] == "anonymize" and random.random() < 0.3:
        arguments += ["--html", str(folder / "page.html")]
    if random.random() < 0.2:
        arguments += ["--dump-sql", str(folder / "sql")]
    return CanaryJob(folder / "job.yaml", arguments)


def _person(number: int, random: Random) -> dict[str, str]:
    """One row of P; a member's cells hold tokens, and so does nobody else's."""
    inside = number % 2 == 0
    token = f"{HIDDEN}{random.getrandbits(64):016x}"
    shared = f"{SHARED}{random.getrandbits(64):016x}"
    other = f"OTHR{random.getrandbits(64):016x}"
    return {
        "zip": ["a1", "a2", "b1", "b2"][number // 2 % 4],
        "code": ("u" if number // 8 % 2 else "v") + (shared if inside else other),
        "key": f"k{token if inside else other}",
        "note": token if inside else other,
        "kept": f"{KEPT}{random.getrandbits(64):016x}" if inside else other,
        "sen": str(inside).lower(),
    }


def _write_table(path: Path, rows: list[dict[str, str]]) -> None:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    text = "".join(f"{line}\n" for line in lines)
    if path.suffix == ".csv":
        path.write_text(text, encoding="utf-8")
        return
    staged = path.with_suffix(".tmp")
    staged.write_text(text, encoding="utf-8")
    with duckdb.connect() as connection:
        source = f"read_csv('{staged}', all_varchar = true)"
        connection.execute(f"COPY (FROM {source}) TO '{path}' (FORMAT parquet)")
    staged.unlink()


# Faults: each makes a job end otherwise, by what it or its tables say or in the running process.


def _edit(job: CanaryJob, **words: Any) -> None:
    found = json.loads(job.path.read_text(encoding="utf-8"))
    job.path.write_text(json.dumps(found | words), encoding="utf-8")


def _private_lines(job: CanaryJob, *lines: str) -> None:
    """Make T a CSV of its own with these lines at its end."""
    header = "zip,code,note"
    good = [f"a1,u{HIDDEN}{number:016x},{HIDDEN}{number:016x}" for number in range(3)]
    text = "".join(f"{line}\n" for line in [header, *good, *lines])
    (job.path.parent / "bad.csv").write_text(text, encoding="utf-8")
    _edit(job, private="bad.csv", keep=[])


def no_fault(job: CanaryJob) -> None:
    """The run succeeds."""


def wrong_word(job: CanaryJob) -> None:
    """2: the job has a word that there is not."""
    _edit(job, wrong=True)


def strange_rows(job: CanaryJob) -> None:
    """3: rows of T that P does not have."""
    _private_lines(job)


def ragged_line(job: CanaryJob) -> None:
    """3: a line of T with a cell too many."""
    _private_lines(job, f"a1,u1,{HIDDEN}ragged,{HIDDEN}more")


def open_quote(job: CanaryJob) -> None:
    """3: a quote in T that is never closed."""
    _private_lines(job, f'a1,"{HIDDEN}open,1')


def broken_text(job: CanaryJob) -> None:
    """3: bytes in T that are no UTF-8."""
    _private_lines(job)
    with (job.path.parent / "bad.csv").open("ab") as file:
        file.write(b"a1,\xff\xfe" + HIDDEN.encode() + b",1\n")


def failing_cast(job: CanaryJob) -> None:
    """3: T is where a text that is no number is large."""
    _edit(job, private={"where": "CAST(note AS INTEGER) > 5"})


def strange_flag(job: CanaryJob) -> None:
    """3: T is where a text is true."""
    _edit(job, private={"where": "note"})


def unknown_label(job: CanaryJob) -> None:
    """3: the hierarchy does not cover the codes."""
    _edit(job, quasi_identifiers={"code": {"tree": {"x": ["y", "z"]}}}, algorithm="spalm")


def no_number(job: CanaryJob) -> None:
    """3: codes are no numbers."""
    _edit(job, quasi_identifiers={"code": {"widths": ["5"]}}, algorithm="spalm")


def narrow_range(job: CanaryJob) -> None:
    """4: no release satisfies the job."""
    _edit(job, delta={"min": "0", "max": "1/10"})


def little_memory(job: CanaryJob) -> None:
    """5: the engine has next to no memory."""
    _edit(job, engine={"duckdb": {"threads": "1", "memory": "1MB"}})


def failing_engine(job: CanaryJob) -> None:
    """6: the engine fails at some statement and quotes a row."""
    job.faults.append(lambda: _fail_at(4, duckdb.InternalException))


def failing_code(job: CanaryJob) -> None:
    """1: a bug of dpsql whose message quotes a row."""

    def fail(*_: object, **__: object) -> None:
        raise ValueError(f"row ('{HIDDEN}code')")

    job.faults.append(lambda: setattr(loading, "list_leaves", fail))


def changed_input(job: CanaryJob) -> None:
    """7: an input changes while it is read."""

    def touch() -> None:
        fetch, calls = DuckDBEngine._fetch, [0]

        def fetched(self: DuckDBEngine, sql: str) -> Any:
            calls[0] += 1
            if calls[0] == 6:
                for path in job.path.parent.glob("p.*"):
                    os.utime(path, ns=(1, 1))
            return fetch(self, sql)

        DuckDBEngine._fetch = fetched  # type: ignore[method-assign]

    job.faults.append(touch)


def _fail_at(call: int, error: type[Exception]) -> None:
    fetch, calls = DuckDBEngine._fetch, [0]

    def failing(self: DuckDBEngine, sql: str) -> Any:
        calls[0] += 1
        if calls[0] == call:
            raise error(f"row ('{HIDDEN}{call:016x}')")
        return fetch(self, sql)

    DuckDBEngine._fetch = failing  # type: ignore[method-assign]


@contextmanager
def other_run(job: CanaryJob) -> Iterator[None]:
    """8: another run holds the target."""
    release = json.loads(job.path.read_text(encoding="utf-8"))["release"]
    with api.locked(Target(job.path.parent / release, overwrite=False)):
        yield


#: Each is drawn as often as it stands here.
FAULTS = (
    *(no_fault, no_fault, no_fault, no_fault, wrong_word, strange_rows, ragged_line, open_quote),
    *(broken_text, failing_cast, strange_flag, unknown_label, no_number, narrow_range),
    *(little_memory, failing_engine, failing_code, changed_input),
)
