"""Faults: each makes a job end otherwise, by what it or its tables say or in the process."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.journal import journal
from dpsql.journal.chain import Chain
from dpsql.release.lock import locked
from dpsql.release.target import Target
from dpsql.session import load as loading
from tests.campaign.canary_jobs import HIDDEN, CanaryJob

#: Seconds for which a record is waited for where a run is to be met at its journal.
_PER_RECORD = 0.05


def _edit(job: CanaryJob, **words: Any) -> None:
    job.path.write_text(json.dumps(job.words | words), encoding="utf-8")


def _private_lines(job: CanaryJob, *lines: str) -> None:
    """Make T a CSV of its own with these lines at its end."""
    header = "zip,code,note"
    good = [f"a1,u{HIDDEN}{number:016x},{HIDDEN}{number:016x}" for number in range(3)]
    text = "".join(f"{line}\n" for line in [header, *good, *lines])
    (job.path.parent / "bad.csv").write_text(text, encoding="utf-8")
    _edit(job, private="bad.csv", keep=[], constraints={})


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


def engine_failing_late(job: CanaryJob) -> None:
    """6: the engine fails in the search, once there is something to keep."""
    job.faults.append(lambda: _fail_at(12, duckdb.InternalException))


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
    with locked(Target(job.path.parent / job.words["release"], overwrite=False)):
        yield


def slow_journal(job: CanaryJob) -> None:
    """No fault: whatever a search is told is written down at once, and takes its time."""

    def slow_down() -> None:
        append = Chain.append

        def appended(self: Chain, record: bytes) -> None:
            append(self, record)
            time.sleep(_PER_RECORD)

        Chain.append = appended  # type: ignore[method-assign]
        journal.SEARCH_PER_RECORD = 0

    job.faults.append(slow_down)


def _drop_header(job: CanaryJob) -> str:
    """Write T, or what stands for it, as a CSV without its header; its first row passes for one."""
    folder = job.path.parent
    name = next(
        name for name in ("t.csv", "p.csv", "t.parquet", "p.parquet") if (folder / name).exists()
    )
    rows = duckdb.read_parquet if name.endswith(".parquet") else duckdb.read_csv
    found = rows(str(folder / name), **({} if name.endswith(".parquet") else {"all_varchar": True}))
    if "sen" in found.columns:
        found = found.filter("sen = 'true'")
    lines = [",".join(map(str, row)) for row in found.fetchall()]
    (folder / "bad.csv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return "bad.csv"


def no_header(job: CanaryJob) -> None:
    """3: T has no header, in the form that the job has."""
    name, private = _drop_header(job), job.words["private"]
    if isinstance(private, str):
        _edit(job, private=name)
    elif "key" in private:
        _edit(job, private={"path": name, "key": "key"})
    else:
        _edit(job, public=name)


def no_header_and_swapped(job: CanaryJob) -> None:
    """3: T without a header stands where P belongs, and P where T does."""
    private = job.words["private"]
    other: object = job.words["public"]
    if isinstance(private, dict):
        other = private if "where" in private else {"path": other, "key": "key"}
    _edit(job, public=_drop_header(job), private=other)


def no_header_of_a_mapping(job: CanaryJob) -> None:
    """3: T without a header stands where a mapping table belongs."""
    table = {"table": {"path": _drop_header(job)}, "columns": ["zip", "area"]}
    _edit(job, quasi_identifiers={"zip": table})


#: Each is drawn as often as it stands here.
FAULTS = (
    *(no_fault, no_fault, no_fault, no_fault, wrong_word, strange_rows, ragged_line, open_quote),
    *(broken_text, failing_cast, strange_flag, unknown_label, no_number, narrow_range),
    *(little_memory, failing_engine, engine_failing_late, failing_code, changed_input),
    *(no_header, no_header_and_swapped, no_header_of_a_mapping),
)
