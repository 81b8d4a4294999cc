"""Classes of T with their shares of P in memory, where they are few: as `class_tables` has them.

What statistics say is fetched once, at the finest level that has codes, and added up for coarser
ones. The share of a class is the product over the tables, which are independent of each other.
Doubles of two ways to add may differ in the last digits; the checker leaves room for that.
"""

from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Node
from dpsql.privacy.confidence.arrays import Shares
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.search.class_tables.store import ClassTables
from dpsql.sql.statistics.buckets import Buckets
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.tables import StatisticsTable

#: Tuples of a table of statistics that are fetched, and combinations of its labels on a level.
_MOST_TUPLES, _MOST_PLACES = 200_000, 2_000_000
#: Buckets for each factor e of the share, as in SQL.
_FINENESS = 1024
_Codes = NDArray[np.int64]


class ClassShares:
    """The classes of T of nodes, with what tables of statistics say of them."""

    def __init__(self, statistics: CodedTables, tables: ClassTables) -> None:
        """Fetch nothing yet. `tables` has T in the place of P."""
        self._statistics = statistics
        self._tables = tables
        self._fetched: dict[str, tuple[dict[int, _Codes], Shares] | None] = {}
        self._shares: dict[tuple[str, tuple[int, ...]], Shares | None] = {}

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
        share = np.ones(len(classes))
        for table in self._statistics.tables:
            columns = [j for j in table.columns if j in classes.codes]
            if not columns:
                continue
            known = self._find_shares(table, node)
            if known is None:
                return None
            share = share * known[self._place(classes.codes, columns, node)]
        return SharedClasses(classes.public, share)

    def _find_shares(self, table: StatisticsTable, node: Node) -> Shares | None:
        """The share of each combination of labels of a table's columns at a node."""
        levels = tuple(node.levels[j] for j in table.columns)
        key = table.name, levels
        if key not in self._shares:
            self._shares[key] = self._add_up(table, node)
        return self._shares[key]

    def _add_up(self, table: StatisticsTable, node: Node) -> Shares | None:
        base, lattice = self._statistics.levels.base, self._statistics.levels.lattice
        columns = [j for j in table.columns if node.levels[j] < lattice.heights[j]]
        fetched = self._fetch(table)
        radices = self._tables.codes.learn({j: node.levels[j] for j in columns})
        finest = self._tables.codes.learn({j: base.levels[j] for j in columns})
        if fetched is None or radices is None or finest is None:
            return None
        if prod(radices.values()) > _MOST_PLACES:
            return None
        codes, measures = fetched
        raised = {}
        for j in columns:
            below, above = base.levels[j], node.levels[j]
            raised[j] = codes[j]
            if below < above:
                raised[j] = self._tables.codes(j, below, above)[codes[j]]
        places = self._place(raised, columns, node)
        sums = np.bincount(places, measures, prod(radices.values()))
        found: Shares = sums / float(table.total)
        return found

    def _place(self, codes: Mapping[int, _Codes], columns: list[int], node: Node) -> _Codes:
        """The number of the combination of codes of some columns at a node."""
        radices = self._tables.codes.learn({j: node.levels[j] for j in columns}) or {}
        place, *others = columns
        found: _Codes = codes[place].astype(np.int64)
        for j in others:
            found = found * radices[j] + codes[j]
        return found

    def _fetch(self, table: StatisticsTable) -> tuple[dict[int, _Codes], Shares] | None:
        """The codes and measures of all tuples of a table; None if they are too many."""
        if table.name not in self._fetched:
            rows = self._statistics.list_measures(table, _MOST_TUPLES + 1)
            if len(rows) > _MOST_TUPLES:
                self._fetched[table.name] = None
            else:
                *codes, measures = zip(*rows, strict=True)
                axes = self._statistics.coded_columns(table)
                columns = [np.array(one, dtype=np.int64) for one in codes]
                known = dict(zip(axes, columns, strict=True))
                self._fetched[table.name] = known, np.array(measures, dtype=np.float64)
        return self._fetched[table.name]


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
