"""The experiments: the table of algorithms, the grid of δ, and the contents of each figure.

A new strategy is one line in `ALGORITHMS` and its name where a figure lists it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any

from benchmarks.paper.tables import DATASETS

Delta = tuple[str, str]
#: Seconds of a search for a pooled release by columns: to prove an optimum takes minutes.
POOLED_SECONDS = 10
#: δ of section 7; the paper names (0, .05), (.02, .05), (.04, .07) and shows others in pictures.
GRID: tuple[Delta, ...] = (
    *(("0", most) for most in ("0.05", "0.07", "0.1", "0.2", "0.5")),
    ("0.01", "0.1"),
    ("0.02", "0.05"),
    ("0.02", "0.1"),
    ("0.03", "0.1"),
    ("0.04", "0.07"),
)
NO_MINIMUM = tuple(delta for delta in GRID if delta[0] == "0")
SQUARE: tuple[Delta, ...] = tuple(
    product(("0", "0.01", "0.02", "0.03", "0.04"), ("0.05", "0.07", "0.1", "0.2", "0.5"))
)


@dataclass(frozen=True)
class Algorithm:
    """One way to make a release.

    `words` are those of a job. Without them it is a k-anonymizer, whose releases for every k are
    judged by every δ: the optimal full-domain one, or Mondrian with the rule `cuts`. `optimizes`:
    the result depends on the metric. `from_public`: it is chosen from P and |T| alone.
    `time_limit`: its search ends after so many seconds, with the best release so far.
    """

    words: dict[str, Any] | None = None
    cuts: str | None = None
    optimizes: bool = False
    from_public: bool = False
    time_limit: float = inf


_COLUMNS = {"n": "next", "p": "priority", "b": "best"}
_VALUES = {"1": "cardinality", "2": "first", "3": "distinct"}


def _mpalm(name: str, **words: Any) -> Algorithm:
    """Return one of the nine strategies of section 6.2, by its name there."""
    rules = {"columns": _COLUMNS[name[0]], "values": _VALUES[name[1]]}
    return Algorithm({"mpalm": rules | words})


_CUTS: dict[str, Any] = {"mpalm": {"cuts": "hierarchy"}}
NINE = tuple(f"{columns}{values}" for columns, values in product(_COLUMNS, _VALUES))
ALGORITHMS = {
    "SPALM": Algorithm({"spalm": {}}, optimizes=True),
    **{name: _mpalm(name) for name in NINE},
    "ours": Algorithm({"mpalm": {"columns": "any", "values": "loss"}}),
    **{f"{name}, T_checked": _mpalm(name, box="T_checked") for name in ("n1", "n2")},
    **{f"{name}, T": _mpalm(name, box="T", unsafe=True) for name in ("n1", "n2")},
    "cuts": Algorithm(_CUTS),
    "cuts, no rest": Algorithm({"mpalm": _CUTS["mpalm"] | {"rest": "refused"}}),
    "pooled to the root": Algorithm({"pooled": {"path": "root"}}),
    "pooled by columns": Algorithm({"pooled": {"path": "columns"}}, time_limit=POOLED_SECONDS),
    "SPALM from P": Algorithm({"spalm": {}}, from_public=True),
    "cuts from P": Algorithm(_CUTS, from_public=True),
    "k-anonymity": Algorithm(optimizes=True),
    "Mondrian n1": Algorithm(cuts="cardinality"),
    "Mondrian n2": Algorithm(cuts="first"),
}


@dataclass(frozen=True)
class Figure:
    """A figure of the paper, or one of ours, and the measurements it needs.

    `over`: values are divided by those of this algorithm, selection by selection.
    """

    name: str
    title: str
    metrics: tuple[str, ...]
    algorithms: tuple[str, ...]
    deltas: tuple[Delta, ...] = GRID
    datasets: tuple[str, ...] = DATASETS
    over: str | None = None


FIGURES = (
    Figure(
        "3",
        "Least k that satisfies δ, the least class of its release, and larger k that fail",
        ("k", "actual_k", "larger_k_that_fail"),
        ("k-anonymity", "Mondrian n1"),
    ),
    Figure(
        "4",
        "k-anonymity at the least k, and δ-presence",
        ("loss", "discernibility"),
        ("k-anonymity", "Mondrian n1", "SPALM", "n1", "ours"),
    ),
    Figure("5", "Loss by strategy", ("loss",), ("SPALM", *NINE, "ours"), datasets=("diabetes",)),
    Figure(
        "6",
        "Discernibility by strategy",
        ("discernibility",),
        ("SPALM", *NINE, "ours"),
        datasets=("diabetes",),
    ),
    Figure(
        "7",
        "CPU time by strategy",
        ("cpu_seconds",),
        ("SPALM", *NINE, "ours"),
        datasets=("diabetes",),
    ),
    Figure(
        "similar",
        "The strategies on the random selection",
        ("loss", "discernibility"),
        ("SPALM", *NINE, "ours"),
        datasets=("random",),
    ),
    Figure("8", "n2 by δmin and δmax", ("loss", "discernibility"), ("n2",), SQUARE),
    Figure(
        "9",
        "Mondrian at the least k, and MPALM, both n2",
        ("loss", "discernibility"),
        ("Mondrian n2", "n2"),
        datasets=("diabetes",),
    ),
    Figure(
        "boxes",
        "What a box is drawn around",
        ("loss", "greatest_presence"),
        ("n1", "n1, T_checked", "n1, T", "n2", "n2, T_checked", "n2, T"),
        NO_MINIMUM,
    ),
    Figure(
        "kept",
        "What is kept: levels and parts along the hierarchies, with T and from P",
        ("loss",),
        ("SPALM", "cuts, no rest", "cuts", "SPALM from P", "cuts from P"),
    ),
    Figure(
        "pooled",
        "Loss of pooled releases and cuts over that of the optimal levels",
        ("loss",),
        ("SPALM", "pooled to the root", "pooled by columns", "cuts"),
        over="SPALM",
    ),
)


@dataclass(frozen=True)
class Cell:
    """One value to measure: a point of a figure for one seed."""

    figure: str
    dataset: str
    algorithm: str
    delta: Delta
    metric: str
    seed: int


@dataclass(frozen=True)
class Run:
    """One call that fills cells; a k-anonymizer has no δ, because one call answers every δ."""

    seed: int
    dataset: str
    algorithm: str
    delta: Delta | None
    metric: str


def list_cells(figures: tuple[Figure, ...], seeds: int) -> Iterator[Cell]:
    """List every cell of the figures, the first seed first."""
    for seed in range(seeds):
        for one in figures:
            for place in product(one.datasets, one.algorithms, one.deltas, one.metrics):
                yield Cell(one.name, *place, seed)


def find_run(cell: Cell) -> Run:
    """Return the run that fills the cell."""
    algorithm = ALGORITHMS[cell.algorithm]
    is_optimized = algorithm.optimizes and cell.metric == "discernibility"
    metric = "discernibility" if is_optimized else "loss"
    delta = None if algorithm.words is None else cell.delta
    return Run(cell.seed, cell.dataset, cell.algorithm, delta, metric)
