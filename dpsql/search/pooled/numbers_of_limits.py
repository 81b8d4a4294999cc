"""The numbers of people that jobs try by themselves at a start, whatever their δmax.

One of the numbers that a job tries at a start depends on its δmax: one more than the largest class
that violates the job. A frontier has all δmax, and tries the numbers of all of them under each. So
it is a best release among the same ones everywhere: no lower limit can find one that costs less.
"""

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Node
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.pooled.settling import Settling

Counts = NDArray[np.int64]


class NumbersOfLimits:
    """The numbers that depend on δmax, by start; each start is looked at once for all limits."""

    def __init__(self, free: Settling) -> None:
        """Remember the rules of a job without its δmax."""
        self._free = free
        self._known: dict[Node, Counts] = {}

    def at(self, start: ClassTable) -> Counts:
        """Return them for one start, ascending: one for each limit from 0 to 1, without repeats."""
        if start.node not in self._known:
            others = self._free.find_greatest_violating(start)
            sizes = list_greatest_above(start.public, start.private)
            self._known[start.node] = np.unique(np.maximum(sizes, others) + 1)
        return self._known[start.node]


def list_greatest_above(public: Counts, private: Counts) -> Counts:
    """For each limit of presence list the most people of a class above it; 0 where none is.

    Ascending, as the limit goes down from 1 to 0. Doubles tell the presences of classes of up to
    2²⁶ people apart.

    >>> list_greatest_above(np.array([4, 2, 9, 9]), np.array([2, 1, 1, 0])).tolist()
    [0, 4, 9]
    """
    is_above = private > 0
    public, private = public[is_above], private[is_above]
    # Of equal presence the largest class comes first: a limit has all of them above, or none.
    order = np.lexsort((-public, -private / public))
    return np.unique(np.append(np.maximum.accumulate(public[order]), 0))
