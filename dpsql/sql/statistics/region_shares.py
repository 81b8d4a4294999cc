"""The classes of T by regions of known size, with the share of each region that tables give them.

A table that has the column of the regions gives shares within each region: its measure divided by
the region's sum there. Other tables are independent of the regions, and the same for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.errors import ResourceError
from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.strata import StrataClasses
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, Levels, code_name, node_codes
from dpsql.sql.statistics.buckets import Buckets
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.codes import CLASSES, coded_name, codes_at
from dpsql.sql.statistics.tables import SizesTable, StatisticsTable
from dpsql.sql.templates import column, identifier, render

#: Cells of a node that are fetched: they are arrays here.
_MOST_CELLS = 2 * 10**6
#: Doubles may differ in the last digits; the weakest class is among so many.
_MOST_WEAK = 8
_REGIONS, _INSIDE = "regions", "inside"


@dataclass(frozen=True)
class Strata:
    """The regions by their codes, in order: people of P, and rows of T, of each."""

    codes: Counts
    sizes: Counts
    private_rows: Counts


@dataclass(frozen=True)
class CodedRegions:
    """Coded tables, and the coded sizes of the values of one quasi-identifier."""

    tables: CodedTables
    sizes: SizesTable
    members_included: bool

    @property
    def engine(self) -> Engine:
        """Where it lies."""
        return self.tables.engine

    @property
    def levels(self) -> Levels:
        """The levels that have codes: of the regions, all."""
        return self.tables.levels

    @cached_property
    def strata(self) -> Strata:
        """The regions; each is a leaf of its quasi-identifier."""
        listed = dict(self._sum_by_region(coded_name(self.sizes.name), "measure"))
        rows = dict(self._sum_by_region(FREQUENCY_SET, "private_count"))
        codes = sorted(listed)
        return Strata(
            np.array(codes, dtype=np.int64),
            np.array([listed[code] for code in codes], dtype=np.int64),
            np.array([rows.get(code, 0) for code in codes], dtype=np.int64),
        )

    def count_buckets(self, nodes: Sequence[Node]) -> list[Buckets[StrataClasses]]:
        """List the classes of T at each node; each is a bucket of its own."""
        found = []
        for node in nodes:
            classes = self.list_classes(node)
            ones = np.ones(classes.number, dtype=np.int64)
            found.append(Buckets(ones, classes, classes, classes))
        return found

    def list_classes(self, node: Node) -> StrataClasses:
        """List the classes of T at a node by regions.

        Raises:
            ResourceError: there are too many cells.
        """
        cells = self._fetch(node)
        owners, regions, inside, *measures = zip(*cells, strict=True) if cells else ((), (), ())
        numbers = np.array(owners, dtype=np.int64)
        return StrataClasses(
            int(numbers.max(initial=-1)) + 1,
            numbers,
            np.searchsorted(self.strata.codes, np.array(regions, dtype=np.int64)),
            np.array(inside, dtype=np.int64),
            self._multiply_shares(node, measures, len(cells)),
        )

    def find_weakest(self, node: Node) -> list[tuple[int, Fraction]]:
        """Find the classes that have most people of T for their share of all regions."""
        people = self.strata.sizes
        if not self.members_included:
            people = people - self.strata.private_rows
        weights = dict(zip(self.strata.codes.tolist(), people.tolist(), strict=True))
        rows: dict[int, int] = {}
        expected: dict[int, Fraction] = {}
        joined = self._joined(node)
        for row in self._fetch(node):
            owner, region, inside = row[:3]
            rows[owner] = rows.get(owner, 0) + inside
            share = weights[region] * self._share(self._by, joined, row)
            expected[owner] = expected.get(owner, Fraction(0)) + share
        total = sum(weights.values()) or 1
        found = [(count, expected[owner] / total) for owner, count in rows.items()]
        return sorted(found, key=lambda one: one[1] / one[0])[:_MOST_WEAK]

    def cells_query(self, node: Node) -> exp.Query:
        """The statement that lists the classes of T at a node by regions."""
        lattice, by = self.levels.lattice, self._by
        codes = node_codes(node, lattice)
        own = [code_name(by, node.levels[by])] if node.levels[by] < lattice.heights[by] else []
        cells = [*codes, *(one for one in self._region_codes if one not in codes)]
        blocks: list[dict[str, Any]] = []
        values: list[dict[str, exp.Expr]] = []
        for table in self._joined(node):
            names = [_alias(table)]
            keys = codes_at(self.levels, table.columns, node)
            if by in table.columns:
                others = [j for j in table.columns if j != by]
                keys = [*codes_at(self.levels, others, node), *self._region_codes]
                blocks.append(self._join(table, f"all_{_alias(table)}", self._region_codes))
                names.insert(0, f"all_{_alias(table)}")
            blocks.append(self._join(table, _alias(table), keys))
            values += [
                {"value": column("measure", name), "name": identifier(f"measure_{name}")}
                for name in names
            ]
        region = self._region_codes
        return render(
            "list_region_cells",
            codes=codes,
            order=codes or [identifier("rows_of_t")],
            cell_codes=cells,
            region=column(region[0].name, _REGIONS) if region else exp.Literal.number(0),
            sizes=identifier(coded_name(self.sizes.name)),
            region_fits=_all(column(c.name, CLASSES).eq(column(c.name, _REGIONS)) for c in own),
            inside_fits=_all(self._place(c).eq(column(c.name, _INSIDE)) for c in cells),
            values=values or [{"value": exp.Literal.number(1), "name": identifier("whole")}],
            blocks=blocks,
        )

    @property
    def _by(self) -> int:
        return self.sizes.columns[0]

    @property
    def _region_codes(self) -> list[exp.Identifier]:
        """The code of the regions; none if there is but one."""
        return [code_name(self._by, 0)] if self.levels.lattice.heights[self._by] else []

    def _joined(self, node: Node) -> list[StatisticsTable]:
        """The tables that tell of a column besides that of the regions, which is not suppressed."""
        return [
            table
            for table in self.tables.tables
            if codes_at(self.levels, [j for j in table.columns if j != self._by], node)
        ]

    def _join(
        self, table: StatisticsTable, alias: str, keys: Sequence[exp.Identifier]
    ) -> dict[str, Any]:
        return {
            "codes": keys,
            "table": identifier(coded_name(table.name)),
            "name": identifier(alias),
            "condition": _all(self._place(key).eq(column(key.name, alias)) for key in keys),
        }

    def _place(self, code: exp.Identifier) -> exp.Expr:
        """Where a cell has a code: its region has that of level 0, its class the others."""
        return column(code.name, _REGIONS if code in self._region_codes else CLASSES)

    def _multiply_shares(
        self, node: Node, measures: Sequence[Sequence[Any]], number: int
    ) -> Shares:
        """The share of its region that each of so many cells has."""
        share, columns = np.ones(number), iter(measures)
        for table in self._joined(node) if number else ():
            total = np.full(number, float(table.total))
            if self._by in table.columns:
                total = np.array([float(one or 0) for one in next(columns)])
            measure = np.array([float(one or 0) for one in next(columns)])
            share *= np.divide(measure, total, out=np.zeros(number), where=total > 0)
        return share

    @staticmethod
    def _share(by: int, joined: Sequence[StatisticsTable], row: Sequence[Any]) -> Fraction:
        """The exact share of its region that a cell has."""
        share, at = Fraction(1), 3
        for table in joined:
            total: Any = table.total
            if by in table.columns:
                total, at = row[at], at + 1
            measure, at = row[at], at + 1
            share *= Fraction(measure or 0) / Fraction(total) if total else 0
        return share

    def _fetch(self, node: Node) -> Sequence[Sequence[Any]]:
        query = self.cells_query(node).limit(_MOST_CELLS + 1)
        cells = self.engine.fetch(query)
        if len(cells) > _MOST_CELLS:
            raise ResourceError(
                f"population: size: a node has more than {_MOST_CELLS:,} pairs of a class and a"
                " region; state the sizes of larger regions, or of P as a whole"
            )
        return cells

    def _sum_by_region(self, table: str, measure: str) -> list[tuple[int, int]]:
        codes = [exp.Column(this=one) for one in self._region_codes]
        total = exp.alias_(exp.cast(exp.Sum(this=exp.column(measure, quoted=True)), "BIGINT"), "n")
        query = exp.select(*codes, total).from_(exp.Table(this=identifier(table)))
        rows = self.engine.fetch(query.group_by(*codes) if codes else query)
        return [(row[0] if codes else 0, row[-1]) for row in rows]


def _alias(table: StatisticsTable) -> str:
    return f"of_{table.name}"


def _all(conditions: Any) -> exp.Expr:
    found = list(conditions)
    return exp.and_(*found) if found else exp.true()
