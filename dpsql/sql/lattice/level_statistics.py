"""Counts P and T per label of every level, one quasi-identifier at a time.

From these counts the separable metrics compute the cost of every node of the lattice without
counting a class (the metrics of Iyengar, Sweeney and Gionis & Tassa are sums over
quasi-identifiers).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.found.statistics import LevelStatistics, TableStatistics
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine, Row
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.templates import identifier, render


@dataclass(frozen=True)
class SingleLevels:
    """The counts of every quasi-identifier on its own.

    `label_counts`: how many labels P has, per quasi-identifier and level. `floor`: the lowest node
    that may hold. A level below it violates a model although all other quasi-identifiers are
    suppressed. So does every node that has that level, because its classes are parts of those
    classes and models are monotone. If a model is not monotone, the floor is the node of raw
    values.
    """

    table: TableStatistics
    label_counts: tuple[tuple[int, ...], ...]
    floor: Node


def measure_levels(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    leaf_counts: Sequence[int],
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
    weights: tuple[int, ...] = (),
) -> SingleLevels:
    """Measure every level of every quasi-identifier; reads the tables of leaves only.

    `leaf_counts`: the leaves of each hierarchy. `weights`: as of `TableStatistics`.
    """
    models = tuple(models)
    violation = any_violation(models, sizes.public_rows)
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    for j, *row in engine.fetch(_levels_query(hierarchies, violation)):
        rows[j].append(tuple(row))
    found = [
        _measure(rows[j], leaf_counts[j], hierarchy.height)
        for j, hierarchy in enumerate(hierarchies.values())
    ]
    monotone = all(model.monotone_under_generalization for model in models)
    return SingleLevels(
        TableStatistics(
            sizes.public_rows, sizes.private_rows, tuple(one.levels for one in found), weights
        ),
        tuple(one.label_counts for one in found),
        Node(tuple(one.floor if monotone else 0 for one in found)),
    )


def _levels_query(hierarchies: Mapping[str, Hierarchy], violation: exp.Expr) -> exp.Query:
    levels = [
        {
            "quasi_identifier": exp.Literal.number(j),
            "number": exp.Literal.number(level),
            "code": identifier(f"code_{level}"),
            "leaf_count": identifier(f"leaves_{level}"),
            "leaves": identifier(leaves_name(j)),
        }
        for j, hierarchy in enumerate(hierarchies.values())
        for level in range(hierarchy.height + 1)
    ]
    return render("measure_levels", levels=levels, violation=violation)


@dataclass(frozen=True)
class _Measured:
    levels: tuple[LevelStatistics, ...]
    label_counts: tuple[int, ...]
    floor: int


def _measure(rows: Iterable[Row], leaves: int, height: int) -> _Measured:
    lost, label_counts, violating = ([0] * (height + 1) for _ in range(3))
    groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for level, private_count, labels, broken, level_lost in rows:
        lost[level] += int(level_lost)
        label_counts[level] += labels
        violating[level] += broken
        if private_count:
            groups[level].append((private_count, labels))
    # The last level is the root for every quasi-identifier: the search counts whether it holds.
    floor = next((i for i, broken in enumerate(violating[:-1]) if not broken), height)
    statistics = (
        LevelStatistics(lost[level], leaves, tuple(sorted(groups[level])))
        for level in range(height + 1)
    )
    return _Measured(tuple(statistics), tuple(label_counts), floor)
