"""One run: a call of dpsql as anyone would make it, or a k-anonymizer for every k.

dpsql runs with one thread, so that two runs at a time do not share processors.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import dpsql
from benchmarks.paper.grid import ALGORITHMS, Algorithm, Cell, Delta, Run
from benchmarks.paper.mondrian import find_positions, find_releases
from benchmarks.paper.results import Row
from benchmarks.paper.tables import COLUMNS, private_name, read_columns


@dataclass(frozen=True)
class Found:
    """The result of a run for one δ: values by metric, their k, and seconds of the search."""

    values: Mapping[str, float]
    seconds: float
    k: int | None = None


@dataclass(frozen=True)
class Tried:
    """A k-anonymizer's release for all of `ks`: its presence over all of P, and its costs."""

    ks: range
    least_presence: Fraction
    greatest_presence: Fraction
    metrics: dict[str, float]


Answer = Callable[[Delta], Found]


def fill(folder: Path, run: Run, cells: Iterable[Cell]) -> list[Row]:
    """Make the run and fill the cells that ask for it."""
    algorithm = ALGORITHMS[run.algorithm]
    if algorithm.words is not None:
        answer = _anonymize(folder, run, algorithm)
    elif algorithm.cuts is not None:
        answer = _cut_for_every_k(folder, run, algorithm.cuts)
    else:
        answer = _optimize_for_every_k(folder, run)
    rows = []
    for cell in cells:
        found = answer(cell.delta)
        place = (cell.figure, cell.dataset, cell.algorithm, *cell.delta, found.k)
        value = found.values.get(cell.metric)
        rows.append(Row(*place, cell.metric, value, round(found.seconds, 3), cell.seed))
    return rows


def make_job(folder: Path, run: Run, **words: Any) -> dpsql.Job:
    """Return the job of a run; texts are ordered by letter, as in the paper's ``t[C] < v``."""
    orders = {name: "number" if name == "age" else "alpha" for name in COLUMNS}
    return dpsql.Job(
        folder=folder.absolute(),
        public="public.parquet",
        private=f"{private_name(run.dataset, run.seed)}.parquet",
        quasi_identifiers={
            name: {"hierarchy": f"hierarchies/{name}.csv", "order": order}
            for name, order in orders.items()
        },
        engine={"duckdb": {"threads": "1"}},
        **{"metric": run.metric} | words,
    )


def _anonymize(folder: Path, run: Run, algorithm: Algorithm) -> Answer:
    """Search, write, verify and publish one release; nothing where T fails what P chose."""
    least, most = run.delta or ("0", "1")
    words: dict[str, Any] = {"algorithm": algorithm.words}
    if algorithm.from_public:
        words["choose"] = "from_public"
    with TemporaryDirectory() as scratch:
        delta, release = {"min": least, "max": most}, str(Path(scratch) / "release.parquet")
        job = make_job(folder, run, delta=delta, release=release, **words)
        start = process_time()
        try:
            said = dpsql.anonymize(job, time_limit=algorithm.time_limit).to_dict()
        except dpsql.NoSafeRelease:
            if not algorithm.from_public:
                raise
            return lambda _: Found({}, process_time() - start)
        spent = process_time() - start
    greatest = float(Fraction(said["presence"]["max"]))
    values = said["metrics"] | {"cpu_seconds": spent, "greatest_presence": greatest}
    found = Found(values, said["seconds"]["search"])
    return lambda _: found


def _optimize_for_every_k(folder: Path, run: Run) -> Answer:
    """Find the optimal k-anonymizations."""
    found = dpsql.least_k(make_job(folder, run, delta={"min": "0", "max": "1"}))
    tried = [
        Tried(
            range(one.k, one.actual_k + 1), one.presence.minimum, one.presence.maximum, one.metrics
        )
        for one in found.trials
    ]
    return lambda delta: _judge(tried, delta, found.seconds["search"])


def _cut_for_every_k(folder: Path, run: Run, cuts: str) -> Answer:
    """Cut T for every k."""
    start = perf_counter()
    names = ("public", private_name(run.dataset, run.seed))
    public, private = (read_columns(folder, name) for name in names)
    tried = [
        Tried(
            range(one.k, one.actual_k + 1),
            one.least_presence,
            one.greatest_presence,
            {"loss": one.loss, "discernibility": one.discernibility},
        )
        for one in find_releases(*find_positions(public, private), cuts)
    ]
    seconds = perf_counter() - start
    return lambda delta: _judge(tried, delta, seconds)


def _judge(tried: list[Tried], delta: Delta, seconds: float) -> Found:
    """Take the first release that satisfies δ, and count the larger k that fail again."""
    least, most = map(Fraction, delta)
    holds = [least <= one.least_presence and one.greatest_presence <= most for one in tried]
    if not any(holds):
        return Found({}, seconds)
    first = holds.index(True)
    chosen = tried[first]
    failing = zip(tried[first:], holds[first:], strict=True)
    values = {
        "k": chosen.ks[0],
        "actual_k": chosen.ks[-1],
        "larger_k_that_fail": sum(len(one.ks) for one, is_held in failing if not is_held),
    }
    return Found(chosen.metrics | values, seconds, chosen.ks[0])
