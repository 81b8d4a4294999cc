"""One value of P for each quasi-identifier, with its labels: what a level means, by an example.

P is public, and so is what is shown here. Of statistics of P, only the values that they list are;
the other values that a session knows then are those of T.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.shown_classes import list_samples
from dpsql.sql.statistics.tables import Statistics
from dpsql.sql.templates import identifier

#: NULL is shown only if there is nothing else, so the next value is needed as well.
_MOST = 2


def list_examples(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    statistics: Sequence[Statistics],
    *,
    is_estimated: bool,
) -> dict[str, tuple[Leaf, ...]]:
    """Return the labels of the most frequent value of P on all levels, itself at level 0.

    `is_estimated`: P is known from `statistics` alone; then it is the first value of these, and
    columns that they do not have are left out. P is not scanned.
    """
    if is_estimated:
        leaves = _list_known(engine, statistics)
    else:
        leaves = _list_frequent(engine, len(hierarchies))
    names = list(hierarchies)
    return {
        names[j]: tuple(
            hierarchies[names[j]].label(leaf, level)
            for level in range(hierarchies[names[j]].height + 1)
        )
        for j, leaf in sorted(leaves.items())
        if hierarchies[names[j]].covers(leaf)
    }


def _list_frequent(engine: Engine, columns: int) -> dict[int, Leaf]:
    """The most frequent value of each quasi-identifier; of equally frequent ones the first."""
    rows = list_samples(engine, columns, _MOST)
    ranked = sorted(rows, key=lambda row: (row[1] is None, -row[2], str(row[1])))
    found: dict[int, Leaf] = {}
    for j, leaf, _ in ranked:
        found.setdefault(int(j), leaf)
    return found


def _list_known(engine: Engine, statistics: Sequence[Statistics]) -> dict[int, Leaf]:
    found: dict[int, Leaf] = {}
    for table in statistics:
        for j in table.columns:
            text = exp.cast(exp.Column(this=value_name(j)), "VARCHAR")
            query = exp.select(exp.Min(this=text)).from_(exp.Table(this=identifier(table.name)))
            found.setdefault(j, engine.fetch(query)[0][0])
    return found
