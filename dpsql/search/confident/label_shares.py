"""What tables of statistics say of the labels of any node, added up in memory.

They are fetched once, at the finest level that has codes, and added up for coarser ones.
"""

from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Node
from dpsql.privacy.confidence.arrays import Shares
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.tables import StatisticsTable

#: Tuples of a table of statistics that are fetched, and combinations of its labels on a level.
_MOST_TUPLES, _MOST_PLACES = 200_000, 2_000_000
_Codes = NDArray[np.int64]


class LabelShares:
    """The shares of labels, by table of statistics and levels; None where they are too many."""

    def __init__(self, statistics: CodedTables, codes: CodesAbove) -> None:
        """Fetch nothing yet."""
        self._statistics, self._codes_above = statistics, codes
        self._fetched: dict[str, tuple[dict[int, _Codes], Shares] | None] = {}
        self._shares: dict[tuple[str, tuple[int, ...]], Shares | None] = {}

    def of_classes(self, classes: ClassTable) -> Shares | None:
        """Return the share of P of each class: the product over the tables, (K,)."""
        share = np.ones(len(classes))
        for table in self._statistics.tables:
            columns = [j for j in table.columns if j in classes.codes]
            if not columns:
                continue
            known = self._find(table, classes.node)
            if known is None:
                return None
            share = share * known[self._place(classes.codes, columns, classes.node)]
        return share

    def of_labels(self, node: Node) -> list[Shares] | None:
        """Return by table the shares of all labels at a node; tables that it suppresses have none.

        Labels that nobody has may be missing, or have the share 0.
        """
        heights = self._statistics.levels.lattice.heights
        found = []
        for table in self._statistics.tables:
            if all(node.levels[j] == heights[j] for j in table.columns):
                continue
            known = self._find(table, node)
            if known is None:
                return None
            found.append(known)
        return found

    def _find(self, table: StatisticsTable, node: Node) -> Shares | None:
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
        radices = self._codes_above.learn({j: node.levels[j] for j in columns})
        finest = self._codes_above.learn({j: base.levels[j] for j in columns})
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
                raised[j] = self._codes_above(j, below, above)[codes[j]]
        places = self._place(raised, columns, node)
        sums = np.bincount(places, measures, prod(radices.values()))
        found: Shares = sums / float(table.total)
        return found

    def _place(self, codes: Mapping[int, _Codes], columns: list[int], node: Node) -> _Codes:
        """The number of the combination of codes of some columns at a node."""
        radices = self._codes_above.learn({j: node.levels[j] for j in columns}) or {}
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
