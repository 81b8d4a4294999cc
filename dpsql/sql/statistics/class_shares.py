"""The classes of T with the share of P that tables of statistics give them, per node.

Blocks of columns are independent: the share of a class is the product of the shares of its labels
in each block. P is never read; a statement reads T's frequency set and the coded statistics.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np
from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine, Row
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.statistics.buckets import Buckets, buckets_query, list_numbers
from dpsql.sql.statistics.codes import (
    CLASSES,
    classes_query,
    coded_name,
    codes_at,
    join_statistics,
)
from dpsql.sql.statistics.labels import LabelledClass, list_labelled
from dpsql.sql.statistics.tables import StatisticsTable
from dpsql.sql.templates import column, identifier

#: Doubles may differ in the last digits; the weakest class is among so many.
_MOST_WEAK = 8


@dataclass(frozen=True)
class CodedTables:
    """The tables of counts and shares of an engine, coded like its frequency set."""

    engine: Engine
    levels: Levels
    tables: tuple[StatisticsTable, ...]

    def count_buckets(self, nodes: Sequence[Node]) -> list[Buckets[SharedClasses]]:
        """Count the classes of T at each node, in one statement."""
        found: list[list[Row]] = [[] for _ in nodes]
        queries = [self.classes_query(node) for node in nodes]
        for number, *row in self.engine.fetch(buckets_query(queries)):
            found[number].append(tuple(row))
        return [_make_buckets(rows) for rows in found]

    def list_classes(self, node: Node) -> SharedClasses:
        """List the classes of T at a node; there may be as many as rows of T."""
        rows = list_numbers(self.engine, self.classes_query(node), ["share"])
        return SharedClasses(rows[0].astype(np.int64), rows[1])

    def coded_columns(self, table: StatisticsTable) -> list[int]:
        """The columns of a table that have codes: labels of the others are all one."""
        return [j for j in table.columns if codes_at(self.levels, [j], self.levels.base)]

    def list_measures(self, table: StatisticsTable, most: int) -> Sequence[Row]:
        """List what a table says of its tuples: their codes and its measure; at most so many."""
        codes = codes_at(self.levels, table.columns, self.levels.base)
        measure = exp.cast(exp.column("measure", quoted=True), "DOUBLE")
        query = exp.select(*(exp.Column(this=code) for code in codes), measure)
        query = query.from_(exp.Table(this=identifier(coded_name(table.name))))
        return self.engine.fetch(query.limit(most))

    def find_weakest(self, node: Node, least: float = 0.0) -> list[tuple[int, Fraction]]:
        """Find the classes that have most people of T for their share, with exact shares.

        Classes whose share is less than `least` are left out.
        """
        measures = {table: measure_name(table) for table in self._joined(node)}
        private, share = exp.column("private_count", quoted=True), exp.column("share", quoted=True)
        ratio = exp.cast(private.copy(), "DOUBLE") / exp.func(
            "NULLIF", share, exp.Literal.number(0)
        )
        query = (
            exp.select(private, *(exp.Column(this=name) for name in measures.values()))
            .from_(self.classes_query(node).subquery(CLASSES))
            .where(private > exp.Literal.number(0))
            .where(share >= double(least))
            .order_by(exp.Ordered(this=ratio, desc=True, nulls_first=True))
            .limit(_MOST_WEAK)
        )
        found = []
        for rows, *counted in self.engine.fetch(query):
            exact = Fraction(1)
            for table, measure in zip(measures, counted, strict=True):
                exact *= Fraction(measure or 0) / table.total
            found.append((int(rows), exact))
        return found

    def list_labelled(
        self,
        node: Node,
        hierarchies: Mapping[str, Hierarchy],
        condition: exp.Expr,
        most: int,
    ) -> list[LabelledClass]:
        """List classes of T with their labels, as far as the tables have them."""
        classes = self.classes_query(node, with_codes=True)
        blocks = {measure_name(table).name: table.columns for table in self._joined(node)}
        given = self.engine, self.levels, hierarchies, node, classes, blocks
        return list_labelled(*given, condition, most)

    def classes_query(self, node: Node, *, with_codes: bool = False) -> exp.Query:
        """The statement that lists the classes of T at a node with their shares."""
        joined = self._joined(node)
        shares = [_share_in(table) for table in joined]
        one: exp.Expr = exp.cast(exp.Literal.number(1), "DOUBLE")
        values: list[dict[str, exp.Expr]] = [
            {"value": column("measure", _alias(table)), "name": measure_name(table)}
            for table in joined
        ]
        share = reduce(lambda left, right: left * right, shares) if shares else one
        values.append({"value": share, "name": identifier("share")})
        blocks = [
            join_statistics(
                self.levels, table.name, _alias(table), table.columns, node, ["measure"]
            )
            for table in joined
        ]
        return classes_query(self.levels, node, blocks, values, with_codes=with_codes)

    def _joined(self, node: Node) -> list[StatisticsTable]:
        """The tables of which a column is not suppressed at the node."""
        return [table for table in self.tables if codes_at(self.levels, table.columns, node)]


def double(number: float) -> exp.Expr:
    """Return the double itself, with all of its digits."""
    return exp.cast(exp.Literal.number(repr(number)), "DOUBLE")


def measure_name(table: StatisticsTable) -> exp.Identifier:
    """The column of classes with what a table says of them."""
    return identifier(f"measure_of_{table.name}")


def _alias(table: StatisticsTable) -> str:
    return f"of_{table.name}"


def _share_in(table: StatisticsTable) -> exp.Expr:
    """The share of a class in a table; 0 where the table does not have its labels."""
    total = exp.cast(exp.Literal.number(table.total), "DOUBLE")
    share = exp.cast(column("measure", _alias(table)), "DOUBLE") / total
    none = exp.cast(exp.Literal.number(0), "DOUBLE")
    return exp.Coalesce(this=share, expressions=[none])


def _make_buckets(rows: Sequence[Row]) -> Buckets[SharedClasses]:
    members, numbers, *shares = zip(*rows, strict=True)
    counted = np.array(members, dtype=np.int64)
    low, high, total = (
        SharedClasses(counted, np.array(column, dtype=np.float64)) for column in shares
    )
    return Buckets(np.array(numbers, dtype=np.int64), low, high, total)
