"""How far a release moves the distribution of each column: what it costs who counts values.

Whoever reads a label can only spread its rows evenly over the values that it stands for. The
**shift** of a column is the total variation between T's own distribution and that: half the sum of
the differences, from 0 (every value is as frequent as in T) to 1. It is 0 at raw values. Two
columns of one loss can have very different shifts: suppressing a column whose values are equally
frequent moves nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.generalize.generalized import Generalized
from dpsql.release.manifest import Boxes, HierarchyParts, PooledLevels
from dpsql.session.load import Loaded
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier

#: Values of a column that are looked at, and labels of a release, at most.
MOST_VALUES = 200_000


def measure_shifts(loaded: Loaded, found: Generalized) -> dict[str, Fraction]:
    """Measure the shift of each column of a release that is not written yet.

    Columns of very many values are left out, and so are all columns of boxes, whose ranges are no
    labels.
    """
    if isinstance(found.shape, Boxes) or not loaded.sizes.private_rows:
        return {}
    shifts = {}
    for j, (name, hierarchy) in enumerate(loaded.hierarchies.items()):
        levels = _list_levels(found, name, hierarchy)
        values = _fetch(loaded, _values_query(j))
        released = _fetch(loaded, _labels_query(loaded, found, name))
        if values is None or released is None:
            continue
        domain = hierarchy.paths if isinstance(hierarchy, LabelHierarchy) else [*values]
        if len(domain) <= MOST_VALUES:
            shifts[name] = find_shift(hierarchy, levels, domain, values, released)
    return shifts


def find_shift(
    hierarchy: Hierarchy,
    levels: Iterable[int],
    domain: Iterable[Leaf],
    values: Counter[Leaf],
    released: Counter[Leaf],
) -> Fraction:
    """Return the total variation between the rows by value and the rows by label, spread evenly.

    `domain`: all values that labels may stand for. `levels`: those of the labels.
    """
    under: Counter[Leaf] = Counter()
    labels: defaultdict[Leaf, set[Leaf]] = defaultdict(set)
    chosen = tuple(levels)
    for leaf in domain:
        for label in {hierarchy.label(leaf, level) for level in chosen}:
            under[label] += 1
            if values[leaf]:
                labels[leaf].add(label)
    rows = sum(values.values())
    lacking = Fraction(0)
    for leaf, count in values.items():
        spread = sum((Fraction(released[one], under[one]) for one in labels[leaf]), Fraction(0))
        lacking += max(Fraction(0), count - spread)
    return lacking / rows


def _list_levels(found: Generalized, name: str, hierarchy: Hierarchy) -> list[int]:
    """The levels that the labels of a column may have."""
    if isinstance(found.shape, PooledLevels):
        return sorted({step[name] for step in found.shape.steps})
    if isinstance(found.shape, HierarchyParts):
        return list(range(hierarchy.height + 1))
    return [found.shape[name]] if isinstance(found.shape, dict) else []


def _values_query(j: int) -> exp.Query:
    """The statement that lists the values of a quasi-identifier with their rows of T."""
    leaves = exp.Table(this=identifier(leaves_name(j)))
    return exp.select(column("leaf"), column("private_count")).from_(leaves).limit(MOST_VALUES + 1)


def _labels_query(loaded: Loaded, found: Generalized, name: str) -> exp.Query:
    """The statement that counts the rows of T by their label in a column."""
    counted = loaded.tables.release_count
    rows: exp.Expr = exp.Count(this=exp.Star())
    if counted is not None:
        rows = exp.cast(exp.Sum(this=column(counted)), "BIGINT")
    label = column(name)
    query = exp.select(exp.alias_(exp.cast(label, "VARCHAR"), "label"), exp.alias_(rows, "number"))
    query = query.from_(found.rows.subquery("released")).group_by(label.copy())
    return query.limit(MOST_VALUES + 1)


def _fetch(loaded: Loaded, query: exp.Query) -> Counter[Leaf] | None:
    """Fetch rows by text; None if there are too many texts."""
    rows = loaded.engine.fetch(query)
    if len(rows) > MOST_VALUES:
        return None
    found: Counter[Leaf] = Counter()
    for text, number in rows:
        found[None if text is None else str(text)] += int(number)
    return found
