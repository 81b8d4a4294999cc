"""Counts T per label of every level, one quasi-identifier at a time.

From these the separable metrics know the cost of every node of the lattice without counting a class
(the metrics of Iyengar, Sweeney and Gionis & Tassa are sums over quasi-identifiers).
"""

from collections import defaultdict
from collections.abc import Mapping

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.statistics import LevelStatistics, TableStatistics
from dpsql.engines.base import Engine
from dpsql.sql.frequency_set import TableSizes, leaves_name
from dpsql.sql.templates import identifier, render


def measure_levels(
    engine: Engine, hierarchies: Mapping[str, Hierarchy], sizes: TableSizes
) -> TableStatistics:
    """Measure every level of every quasi-identifier; reads the tables of leaves only."""
    levels = tuple(
        _measure(engine, j, hierarchy) for j, hierarchy in enumerate(hierarchies.values())
    )
    return TableStatistics(sizes.public_rows, sizes.private_rows, levels)


def _measure(engine: Engine, j: int, hierarchy: Hierarchy) -> tuple[LevelStatistics, ...]:
    table = identifier(leaves_name(j))
    if isinstance(hierarchy, LabelHierarchy):
        leaves = len(hierarchy.paths)
    else:
        leaves = engine.fetch(render("measure_coverage", leaves=table))[0][0]
    levels = [
        {
            "number": exp.Literal.number(level),
            "code": identifier(f"code_{level}"),
            "leaf_count": identifier(f"leaves_{level}"),
        }
        for level in range(hierarchy.height + 1)
    ]
    lost = [0] * len(levels)
    groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for level, rows, labels, level_lost in engine.fetch(
        render("measure_levels", levels=levels, leaves=table)
    ):
        lost[level] += int(level_lost)
        groups[level].append((rows, labels))
    return tuple(
        LevelStatistics(lost[level], leaves, tuple(sorted(groups[level])))
        for level in range(len(levels))
    )
