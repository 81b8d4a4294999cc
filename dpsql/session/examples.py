"""One value of P for each quasi-identifier, with its labels: what a level means, by an example.

P is public, and so is what is shown here. Of statistics of P, only the values that they list are;
the other values that a session knows then are those of T.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import Rule
from dpsql.domain.words.answers import is_missing
from dpsql.engines.base import Engine
from dpsql.sql.counting.generalization import is_in_tail, is_one_of
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.shown_classes import list_samples
from dpsql.sql.statistics.tables import Statistics
from dpsql.sql.templates import identifier

#: NULL, blanks and texts such as NA are shown only if there is nothing else, so the next values
#: are needed as well.
_MOST = 5


def list_examples(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    statistics: Sequence[Statistics],
    *,
    is_estimated: bool,
) -> dict[str, tuple[Leaf, ...]]:
    """Return the labels of the most frequent value of P on all levels, itself at level 0.

    One in a tail, which has the same label on all levels, only if there is no other. One that a
    level leaves as it is, only if there is no other that changes there.

    `is_estimated`: P is known from `statistics` alone; then it is the first value of these, and
    columns that they do not have are left out. P is not scanned.
    """
    if is_estimated:
        leaves = _list_known(engine, hierarchies, statistics)
    else:
        leaves = _list_frequent(engine, hierarchies)
    names = list(hierarchies)
    return {
        names[j]: tuple(
            hierarchies[names[j]].label(leaf, level)
            for level in range(hierarchies[names[j]].height + 1)
        )
        for j, leaf in sorted(leaves.items())
        if hierarchies[names[j]].covers(leaf)
    }


def _list_frequent(engine: Engine, hierarchies: Mapping[str, Hierarchy]) -> dict[int, Leaf]:
    """The most frequent value of each quasi-identifier; of equally frequent ones the first."""
    rules = [*hierarchies.values()]
    rows = list_samples(engine, [_tells_little(one, exp.column("leaf")) for one in rules], _MOST)
    ranked = sorted(
        rows,
        key=lambda row: (
            row[1] is None,
            is_missing(str(row[1])),
            _is_in_tail(rules[int(row[0])], row[1]),
            _count_unchanged(rules[int(row[0])], row[1]),
            -row[2],
            row[1],
        ),
    )
    found: dict[int, Leaf] = {}
    for j, leaf, _ in ranked:
        found.setdefault(int(j), leaf)
    return found


def _is_in_tail(hierarchy: Hierarchy, leaf: Leaf) -> bool:
    return isinstance(hierarchy, Rule) and hierarchy.covers(leaf) and hierarchy.is_in_tail(leaf)


def _count_unchanged(hierarchy: Hierarchy, leaf: Leaf) -> int:
    if isinstance(hierarchy, LabelHierarchy) and hierarchy.covers(leaf):
        return hierarchy.count_unchanged(leaf)
    return 0


def _tells_little(hierarchy: Hierarchy, leaf: exp.Expr) -> exp.Expr | None:
    """Whether a value is in a tail, or more levels leave it as it is than others."""
    if not isinstance(hierarchy, LabelHierarchy):
        return is_in_tail(hierarchy, leaf)
    unchanged = {
        value: hierarchy.count_unchanged(value)
        for value in hierarchy.paths
        if value is not None and not is_missing(value)
    }
    least = min(unchanged.values(), default=0)
    more = [value for value, levels in unchanged.items() if levels > least]
    others = [value for value, levels in unchanged.items() if levels == least]
    return is_one_of(leaf, more, others)


def _list_known(
    engine: Engine, hierarchies: Mapping[str, Hierarchy], statistics: Sequence[Statistics]
) -> dict[int, Leaf]:
    found: dict[int, Leaf] = {}
    rules = [*hierarchies.values()]
    for table in statistics:
        for j in table.columns:
            text = exp.cast(exp.Column(this=value_name(j)), "VARCHAR")
            first = _first_between(rules[j], text)
            query = exp.select(first).from_(exp.Table(this=identifier(table.name)))
            found.setdefault(j, engine.fetch(query)[0][0])
    return found


def _first_between(hierarchy: Hierarchy, text: exp.Expr) -> exp.Expr:
    """The first text, and if some tell little, the first of the others."""
    first, tail = exp.Min(this=text.copy()), _tells_little(hierarchy, text)
    if tail is None:
        return first
    between = exp.Case(ifs=[exp.If(this=tail, true=exp.null())], default=text.copy())
    return exp.Coalesce(this=exp.Min(this=between), expressions=[first])
