"""Counts every node of the lattice and infers none, as a reference for dpsql's search.

Independent of dpsql: numpy counts the classes, the csv module reads the hierarchies. A node's
statistics answer any δ, k-anonymity and k-map, so the lattice is counted once for all questions.
Definitions and the rule for ties are those of dpsql's README.
"""

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

Levels = tuple[int, ...]
Ladder = dict[str, tuple[str, ...]]
METRICS = ("loss", "discernibility", "precision", "class_size", "entropy")
#: Entropies are irrational: computed with 60 digits, equal if they agree to 10⁻³⁰ bits.
_DIGITS, _SAME = 60, Decimal("1e-30")
#: Up to this many possible classes, counting in place is quicker than sorting.
_LARGEST_DENSE = 2**19


@dataclass(frozen=True)
class Optimum:
    """The best node for a metric, its reported value, and how many nodes cost the same."""

    levels: Levels
    value: float
    ties: int


class BruteForce:
    """P and T at all nodes; arrays hold one entry per node, in the order of the level vectors."""

    def __init__(
        self, names: list[str], ladders: list[Ladder], public: Counter[Any], private: Counter[Any]
    ) -> None:
        if private - public:
            raise ValueError("T has rows that P does not have")
        self.names, self.ladders, self.private = names, ladders, private
        self.shape = tuple(len(next(iter(ladder.values()))) for ladder in ladders)
        self.nodes: list[Levels] = list(product(*map(range, self.shape)))
        tuples = list(public)
        self._public = np.array([public[row] for row in tuples])
        self._private = np.array([private[row] for row in tuples])
        self._codes = [
            [_number([ladder[row[j]][level] for row in tuples]) for level in range(height)]
            for j, (ladder, height) in enumerate(zip(ladders, self.shape, strict=True))
        ]

    @classmethod
    def read(cls, folder: Path, names: list[str]) -> "BruteForce":
        """Read the tables and hierarchies that `fetch` laid out in `folder`."""
        ladders = [_read_ladder(folder / "hierarchies" / f"{name}.csv") for name in names]
        columns = ", ".join(f'CAST("{name}" AS VARCHAR)' for name in names)
        tables = [
            Counter(duckdb.execute(f"SELECT {columns} FROM '{folder / table}.parquet'").fetchall())
            for table in ("adult", "trial")
        ]
        return cls(names, ladders, *tables)

    def count_classes(self, node: Levels) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return n_P and n_T of the classes of P."""
        key, size = np.zeros(len(self._public), dtype=np.int64), 1
        for codes, level in zip(self._codes, node, strict=True):
            labels = int(codes[level].max()) + 1
            key, size = key * labels + codes[level], size * labels
        if size > _LARGEST_DENSE:
            key = np.unique(key, return_inverse=True)[1]
        counts = (self._public, self._private)
        public, private = (np.bincount(key, weights=count).astype(np.int64) for count in counts)
        return public[public > 0], private[public > 0]

    @cached_property
    def statistics(self) -> dict[str, NDArray[Any]]:
        """The statistics of each node that the models and metrics need.

        Two different ratios of counts below 2²⁶ differ by more than the error of doubles, and equal
        ones round alike: the extreme doubles belong to the extreme fractions.
        """
        rows = []
        for node in self.nodes:
            public, private = self.count_classes(node)
            ratio, published = private / public, private > 0
            low, high = ratio.argmin(), ratio.argmax()
            rows.append(
                {
                    "least": (private[low], public[low]),
                    "greatest": (private[high], public[high]),
                    "k_anonymity": private[published].min(),
                    "k_map": public[published].min(),
                    "private_classes": published.sum(),
                    "squares": (private**2).sum(),
                }
            )
        return {name: np.array([row[name] for row in rows]) for name in rows[0]}

    @cached_property
    def costs(self) -> dict[str, list[Any]]:
        """Metric -> exact cost per node, to be minimized."""
        classes = self.statistics["private_classes"].tolist()
        with localcontext(prec=_DIGITS):
            entropy = [bits.quantize(_SAME) for bits in self._sum_columns(self._find_entropy)]
        return {
            "loss": self._sum_columns(self._find_loss),
            "discernibility": self.statistics["squares"].tolist(),
            "precision": self._sum_columns(self._find_missing_precision),
            "class_size": [Fraction(self.private.total(), count) for count in classes],
            "entropy": entropy,
        }

    def find_holding(self, delta: tuple[str, str] | None = None, **least: int) -> NDArray[np.bool_]:
        """Return for each node whether it holds; `least` names k_anonymity and k_map."""
        statistics = self.statistics
        holds = np.ones(len(self.nodes), dtype=bool)
        if delta:
            low, high = map(Fraction, delta)
            private, public = statistics["least"].astype(object).T
            holds &= (private * low.denominator >= low.numerator * public).astype(bool)
            private, public = statistics["greatest"].astype(object).T
            holds &= (private * high.denominator <= high.numerator * public).astype(bool)
        for name, k in least.items():
            holds &= statistics[name] >= k
        return holds

    def find_minimal(self, holds: NDArray[np.bool_]) -> list[Levels]:
        """Return the holding nodes that generalize no other holding node, by level vector."""
        below = holds.reshape(self.shape).astype(np.int64)
        for axis in range(below.ndim):
            below = below.cumsum(axis=axis)
        return [self.nodes[i] for i in np.flatnonzero(holds & (below.ravel() == 1))]

    def find_optimum(self, metric: str, holds: NDArray[np.bool_]) -> Optimum | None:
        """Return the holding node of least cost, then least sum of levels, then level vector."""
        costs, held = self.costs[metric], np.flatnonzero(holds).tolist()
        if not held:
            return None
        best = min(held, key=lambda i: (costs[i], sum(self.nodes[i]), self.nodes[i]))
        ties = sum(costs[i] == costs[best] for i in held)
        return Optimum(self.nodes[best], self.measure(metric, self.nodes[best]), ties)

    def find_anonymizations(self, metric: str) -> list[Levels]:
        """Return the k-anonymous node of least cost for each k from 2 to |T|."""
        costs, nodes = self.costs[metric], self.nodes
        ranked = sorted(range(len(nodes)), key=lambda i: (costs[i], sum(nodes[i]), nodes[i]))
        least_classes = self.statistics["k_anonymity"][ranked]
        ks = range(2, self.private.total() + 1)
        return [nodes[ranked[int(np.argmax(least_classes >= k))]] for k in ks]

    def find_frontier(self, holds: NDArray[np.bool_]) -> list[tuple[Fraction, Levels]]:
        """Return greatest presence and node of each least loss, by presence, least first."""
        losses, points = self.costs["loss"], list[tuple[Fraction, Levels]]()
        rated = [
            (losses[i], self._ratio("greatest", i), sum(self.nodes[i]), self.nodes[i])
            for i in np.flatnonzero(holds).tolist()
        ]
        for _, greatest, _, node in sorted(rated):
            if not points or greatest < points[-1][0]:
                points.append((greatest, node))
        return points[::-1]

    def measure(self, metric: str, node: Levels) -> float:
        """Return the metric's reported value at a node."""
        cost = self.costs[metric][self.nodes.index(node)]
        return float(1 - cost if metric == "precision" else cost)

    def measure_presence(self, node: Levels) -> tuple[Fraction, Fraction]:
        """Return the least and greatest presence over the classes of P at a node."""
        i = self.nodes.index(node)
        return self._ratio("least", i), self._ratio("greatest", i)

    def _ratio(self, name: str, i: int) -> Fraction:
        private, public = self.statistics[name][i].tolist()
        return Fraction(private, public)

    def _sum_columns(self, find_cost: Callable[[int, int], Any]) -> list[Any]:
        """Sum the costs of a node's levels, for all nodes."""
        columns = [[find_cost(j, level) for level in range(n)] for j, n in enumerate(self.shape)]
        return [sum(parts) for parts in product(*columns)]

    def _find_loss(self, j: int, level: int) -> Fraction:
        ladder = self.ladders[j]
        leaves = Counter(labels[level] for labels in ladder.values())
        lost = sum(n * (leaves[ladder[row[j]][level]] - 1) for row, n in self.private.items())
        return Fraction(lost, (len(ladder) - 1 or 1) * self.private.total() * len(self.shape))

    def _find_missing_precision(self, j: int, level: int) -> Fraction:
        return Fraction(level, (self.shape[j] - 1 or 1) * len(self.shape))

    def _find_entropy(self, j: int, level: int) -> Decimal:
        """Σ F log2 F − Σ f log2 f, F and f being how often labels and values occur in T."""
        values, labels = Counter[str](), Counter[str]()
        for row, count in self.private.items():
            values[row[j]] += count
            labels[self.ladders[j][row[j]][level]] += count
        return (_weigh(labels) - _weigh(values)) / Decimal(2).ln()


def _weigh(frequencies: Counter[str]) -> Decimal:
    """Return Σ f ln f, exactly the same for equal multisets of frequencies."""
    return sum((Decimal(f) * Decimal(f).ln() for f in sorted(frequencies.values())), Decimal(0))


def _number(labels: list[str]) -> NDArray[np.int64]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _read_ladder(path: Path) -> Ladder:
    with path.open(encoding="utf-8", newline="") as file:
        return {row[0]: tuple(row) for row in csv.reader(file, delimiter=";")}
