"""Classes of T with their shares of P in memory, where they are few: as `class_tables` has them.

The share of a class is the product over the tables, which are independent of each other
(`label_shares`). Doubles of two ways to add may differ in the last digits; the checker leaves room
for that.
"""

import numpy as np

from dpsql.domain.levels.lattice import Node
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.search.class_tables.store import ClassTables
from dpsql.search.confident.label_shares import LabelShares
from dpsql.sql.statistics.buckets import Buckets
from dpsql.sql.statistics.class_shares import CodedTables

#: Buckets for each factor e of the share, as in SQL.
_FINENESS = 1024


class ClassShares:
    """The classes of T of nodes, with what tables of statistics say of them."""

    def __init__(self, statistics: CodedTables, tables: ClassTables) -> None:
        """Fetch nothing yet. `tables` has T in the place of P."""
        self._tables = tables
        self._shares = LabelShares(statistics, tables.codes)

    def fetch(self, node: Node) -> bool:
        """Fetch the classes of a node, and so of its ancestors; whether they are few enough."""
        return self._tables.fetch(node)

    def find_buckets(self, node: Node) -> Buckets[SharedClasses] | None:
        """Return the classes of T of a node in groups; None if they are too many."""
        classes = self.find(node)
        return None if classes is None else group_classes(classes)

    def find(self, node: Node) -> SharedClasses | None:
        """Return the classes of T of a node; None if they are too many, or statistics are."""
        classes = self._tables.find(node)
        if classes is None:
            return None
        shares = self._shares.of_classes(classes)
        return None if shares is None else SharedClasses(classes.public, shares)


def group_classes(classes: SharedClasses) -> Buckets[SharedClasses]:
    """Return the buckets of classes, as the engine counts them."""
    members, shares = classes.members, classes.shares
    known = shares > 0
    level = np.full(len(shares), np.iinfo(np.int64).min)
    level[known] = np.floor(np.log(shares[known]) * _FINENESS).astype(np.int64)
    order = np.lexsort((level, members))
    ordered, levels, sorted_shares = members[order], level[order], shares[order]
    changes = (ordered[1:] != ordered[:-1]) | (levels[1:] != levels[:-1])
    starts = np.flatnonzero(np.concatenate(([True], changes)))
    numbers = np.diff(np.append(starts, len(order)))
    low, high, total = (
        SharedClasses(ordered[starts], one.reduceat(sorted_shares, starts))
        for one in (np.minimum, np.maximum, np.add)
    )
    return Buckets(numbers, low, high, total)
