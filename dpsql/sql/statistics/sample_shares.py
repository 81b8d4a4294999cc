"""The classes of T with what a sample of P says of them, per node: sampled people, and their pull.

The pull of a class is its share of the weights, in people who say as much without weights, and a
prior of one person on the product of the sample's marginals (`privacy.confidence.sample`).
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
from dpsql.privacy.confidence.sample import KAPPA, SampledClasses
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
from dpsql.sql.statistics.tables import SampleTable
from dpsql.sql.templates import column, identifier

_SAMPLE = "of_sample"
#: Doubles may differ in the last digits; the weakest class is among so many.
_MOST_WEAK = 8


@dataclass(frozen=True)
class CodedSample:
    """The sample of an engine, coded like its frequency set."""

    engine: Engine
    levels: Levels
    sample: SampleTable

    def count_buckets(self, nodes: Sequence[Node]) -> list[Buckets[SampledClasses]]:
        """Count the classes of T at each node, in one statement."""
        found: list[list[Row]] = [[] for _ in nodes]
        queries = [self.classes_query(node) for node in nodes]
        for number, *row in self.engine.fetch(buckets_query(queries, ["sampled"])):
            found[number].append(tuple(row))
        return [_make_buckets(rows) for rows in found]

    def list_classes(self, node: Node) -> SampledClasses:
        """List the classes of T at a node; there may be as many as rows of T."""
        rows = list_numbers(self.engine, self.classes_query(node), ["sampled", "share"])
        counted = [one.astype(np.int64) for one in rows[:2]]
        return SampledClasses(counted[0], counted[1], rows[2])

    def list_weights(self, node: Node) -> list[tuple[int, int, float]]:
        """List rows of T, sampled people and their weights, of each class of T."""
        rows = list_numbers(self.engine, self._weighed_query(node), ["sampled", "weight"])
        return [(int(t), int(x), float(w)) for t, x, w in zip(*rows, strict=True)]

    def _weighed_query(self, node: Node) -> exp.Query:
        """The classes of T; those that the sample lacks weigh nothing."""
        none = exp.cast(exp.Literal.number(0), "DOUBLE")
        weight = exp.cast(exp.column("weight", quoted=True), "DOUBLE")
        columns = [exp.column(name, quoted=True) for name in ("private_count", "sampled")]
        known = exp.alias_(exp.Coalesce(this=weight, expressions=[none]), "weight", quoted=True)
        return exp.select(*columns, known).from_(self.classes_query(node).subquery("known"))

    def list_sizes(self, node: Node) -> dict[int, int]:
        """Count the classes of the sample by their people, those without people of T among them."""
        codes = codes_at(self.levels, self.sample.columns, node)
        size = exp.alias_(exp.Sum(this=exp.column("sampled", quoted=True)), "size", quoted=True)
        groups = [exp.Column(this=code) for code in codes]
        coded = exp.Table(this=identifier(coded_name(self.sample.name)))
        classes = exp.select(size).from_(coded)
        classes = classes.group_by(*groups) if groups else classes
        sizes = exp.column("size", quoted=True)
        query = (
            exp.select(sizes, exp.alias_(exp.Count(this=exp.Star()), "classes"))
            .from_(classes.subquery("sizes"))
            .group_by(sizes.copy())
        )
        return {int(size): int(number) for size, number in self.engine.fetch(query)}

    def find_weakest(self, node: Node) -> list[tuple[int, Fraction]]:
        """Find the classes that have most people of T for their weights, with exact shares."""
        private = exp.column("private_count", quoted=True)
        weight = exp.column("weight", quoted=True)
        known = exp.func("NULLIF", exp.cast(weight, "DOUBLE"), exp.Literal.number(0))
        ratio = exp.cast(private.copy(), "DOUBLE") / known
        query = (
            exp.select(private, weight.copy())
            .from_(self.classes_query(node).subquery(CLASSES))
            .where(private > exp.Literal.number(0))
            .order_by(exp.Ordered(this=ratio, desc=True, nulls_first=True))
            .limit(_MOST_WEAK)
        )
        total = self.sample.total
        return [
            (int(rows), Fraction(found or 0) / total) for rows, found in self.engine.fetch(query)
        ]

    def list_labelled(
        self,
        node: Node,
        hierarchies: Mapping[str, Hierarchy],
        condition: exp.Expr,
        most: int,
    ) -> list[LabelledClass]:
        """List classes of T with their labels, as far as people of the sample have them."""
        classes = self.classes_query(node, with_codes=True)
        blocks = {"sampled": self.sample.columns}
        given = self.engine, self.levels, hierarchies, node, classes, blocks
        return list_labelled(*given, condition, most)

    def classes_query(self, node: Node, *, with_codes: bool = False) -> exp.Query:
        """The statement that lists the classes of T at a node, with `share` for their pull."""
        sample, levels = self.sample, self.levels
        marginals = [j for j in sample.columns if codes_at(levels, [j], node)]
        blocks = [
            join_statistics(
                levels, sample.name, _SAMPLE, sample.columns, node, ["measure", "sampled"]
            ),
            *(
                join_statistics(levels, sample.name, _marginal(j), [j], node, ["measure"])
                for j in marginals
            ),
        ]
        one: exp.Expr = exp.cast(exp.Literal.number(1), "DOUBLE")
        prior = reduce(
            lambda left, right: left * right,
            [self._share("measure", _marginal(j)) for j in marginals] or [one],
        )
        effective = exp.cast(exp.Literal.number(repr(sample.effective)), "DOUBLE")
        pull = effective * self._share("measure", _SAMPLE) + exp.Literal.number(int(KAPPA)) * prior
        none = exp.Literal.number(0)
        sampled = exp.Coalesce(this=column("sampled", _SAMPLE), expressions=[none])
        values: list[dict[str, exp.Expr]] = [
            {"value": exp.cast(sampled, "BIGINT"), "name": identifier("sampled")},
            {"value": column("measure", _SAMPLE), "name": identifier("weight")},
            {"value": pull, "name": identifier("share")},
        ]
        return classes_query(levels, node, blocks, values, with_codes=with_codes)

    def _share(self, name: str, alias: str) -> exp.Expr:
        total = exp.cast(exp.Literal.number(repr(float(self.sample.total))), "DOUBLE")
        none = exp.cast(exp.Literal.number(0), "DOUBLE")
        share = exp.cast(column(name, alias), "DOUBLE") / total
        return exp.Coalesce(this=share, expressions=[none])


def _marginal(j: int) -> str:
    return f"of_column_{j}"


def _make_buckets(rows: Sequence[Row]) -> Buckets[SampledClasses]:
    members, sampled, numbers, *shares = zip(*rows, strict=True)
    counted, seen, times = (
        np.array(column, dtype=np.int64) for column in (members, sampled, numbers)
    )
    low, high, total = (np.array(column, dtype=np.float64) for column in shares)
    return Buckets(
        times,
        SampledClasses(counted, seen, low),
        SampledClasses(counted, seen, high),
        SampledClasses(counted, seen * times, total),
    )
