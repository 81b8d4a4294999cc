"""Warns of levels that merge nothing: each has as many labels in P as the level below it.

The labels of a level are groups of those of the level below, so as many labels are the same groups.
Such a level costs time, and is counted where levels are, as by the metric precision.
"""

import logging
from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.domain.plurals import join_names
from dpsql.session.load import Loaded
from dpsql.session.oddities import find_tail
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier

_log = logging.getLogger("dpsql")

#: Of so few values there is nothing between each of them and all.
_TWO = 2


def warn_of_idle_levels(loaded: Loaded) -> None:
    """Log a warning for each quasi-identifier that has such levels, unless P is statistics."""
    # There the labels counted would be those of T.
    if loaded.statistics:
        return
    for j, (name, hierarchy) in enumerate(loaded.hierarchies.items()):
        # Of a tail that has all values another warning tells.
        if (
            isinstance(hierarchy, WidthHierarchy | DateHierarchy)
            and find_tail(loaded, j, hierarchy) is not None
        ):
            continue
        labels = _count_labels(loaded, j, hierarchy.height)
        # Of codes with a point: they are kept or suppressed, and have no hierarchy but widths.
        is_only = isinstance(hierarchy, WidthHierarchy) and len(hierarchy.widths) == 1
        if is_only and labels[0] == labels[1] > 1:
            continue
        if told := tell_idle(labels):
            _log.warning("%s: %s", name, told)


def _count_labels(loaded: Loaded, j: int, height: int) -> tuple[int, ...]:
    """Return the number of labels in P on each level; NULL is one where it stays NULL."""
    greatest = [exp.Max(this=column(f"code_{level}")) for level in range(height + 1)]
    leaves = exp.Table(this=identifier(leaves_name(j)))
    (codes,) = loaded.engine.fetch(exp.select(*greatest).from_(leaves))
    # Codes count from 0; a P without rows has none.
    return tuple(0 if code is None else 1 + int(code) for code in codes)


def tell_idle(labels: Sequence[int]) -> str:
    """Say which levels merge nothing, or have one label for all as the last has; or nothing.

    `labels`: how many each level has, from the raw values to the root.

    >>> tell_idle([12, 12, 4, 1])
    'level 1 merges nothing in P: it has as many labels as level 0; leave it out'
    >>> tell_idle([12, 4, 1, 1])
    'level 2 has one label for all of P, as the last level has; leave it out'
    >>> tell_idle([12, 1, 1]).partition("; ")[2]
    'write a level in its place that merges some values, not all'
    >>> tell_idle([2, 2, 1]).partition("; ")[2]
    "no level merges some of two values, not all: list both in a tree, below '*' alone"
    >>> tell_idle([9, 9, 9, 2, 1])
    'levels 1 and 2 merge nothing in P: each has as many labels as the level below; leave them out'
    >>> tell_idle([12, 4, 1])
    ''
    """
    if labels[0] <= 1:
        return "all of P has one value, so that no level merges any; leave the column out"
    levels = range(1, len(labels) - 1)
    idle = [level for level in levels if labels[level] == labels[level - 1] > 1]
    whole = [level for level in levels if labels[level] == 1]
    told = []
    if len(idle) == 1:
        below = f"it has as many labels as level {idle[0] - 1}"
        told.append(f"level {idle[0]} merges nothing in P: {below}")
    elif idle:
        below = "each has as many labels as the level below"
        told.append(f"levels {join_names([*map(str, idle)])} merge nothing in P: {below}")
    if whole:
        has = "level {} has" if len(whole) == 1 else "levels {} have"
        named = has.format(join_names([*map(str, whole)]))
        told.append(f"{named} one label for all of P, as the last level has")
    mend = f"leave {'it' if len(idle + whole) == 1 else 'them'} out"
    if len(idle + whole) == len(levels):
        mend = "write a level in its place that merges some values, not all"
        if labels[0] == _TWO:
            mend = (
                "no level merges some of two values, not all: list both in a tree, below '*' alone"
            )
    return "; ".join([*told, mend]) if told else ""
