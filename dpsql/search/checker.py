"""Counts the equivalence classes of nodes, several nodes in one statement.

A check is a GROUP BY over the frequency set; it tells whether any class violates a model and what
the node costs by the metrics that depend on classes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import NodeStatistics, Presence
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.slices import MOST_SLICES, Slices
from dpsql.sql.frequency_set import FREQUENCY_SET, FrequencySet, node_codes
from dpsql.sql.templates import identifier, render
from dpsql.sql.tuples import TableSizes

PRESENCE_BINS = 20
#: Counts below this have squares that fit a BIGINT, and so do sums of squares of T.
_LARGEST_SQUARED = 3_000_000_000


@dataclass(frozen=True)
class Checker:
    """Counts nodes of one lattice under one set of models.

    `base`: a node with a level below its level cannot be counted. A search takes it for the floor,
    below which nothing holds: its caller makes the frequency set of the floor.
    """

    engine: Engine
    lattice: Lattice
    models: tuple[PrivacyModel, ...]
    sizes: TableSizes
    base: Node
    slices: Slices

    @classmethod
    def of(
        cls,
        engine: Engine,
        lattice: Lattice,
        models: tuple[PrivacyModel, ...],
        sizes: TableSizes,
        frequency_set: FrequencySet,
    ) -> Self:
        """Check nodes on the frequency set that `engine` holds."""
        slices = Slices(engine, lattice, sizes.public_rows, frequency_set.rows)
        return cls(engine, lattice, models, sizes, frequency_set.base, slices)

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        return all(model.monotone_under_generalization for model in self.models)

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count all classes of the nodes in one statement; results in the order of `nodes`."""
        return self._count(nodes, [FREQUENCY_SET] * len(nodes))

    def decide(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count the nodes; of one that a slice refutes, only the classes of the slice."""
        found: dict[Node, NodeStatistics] = {}
        for turn in range(MOST_SLICES):
            slices = {
                node: table
                for node in nodes
                if node not in found and (table := self.slices.table(node, turn))
            }
            if not slices:
                break
            counts = self._count(list(slices), list(slices.values()))
            for node, counted in zip(slices, counts, strict=True):
                if not counted.holds:
                    found[node] = replace(counted, complete=False)
        rest = [node for node in nodes if node not in found]
        if rest:
            found |= zip(rest, self.count(rest), strict=True)
        return [found[node] for node in nodes]

    def _count(self, nodes: Sequence[Node], tables: Sequence[str]) -> list[NodeStatistics]:
        query = count_nodes_query(nodes, self.lattice, self.models, self.sizes, tables)
        return [
            NodeStatistics(int(violating), int(private), int(squares))
            for _, violating, private, squares in sorted(self.engine.fetch(query))
        ]

    def measure_presence(self, node: Node) -> Presence:
        """Measure the exact presence over all classes of P at `node`."""
        engine = self.engine
        codes = node_codes(node, self.lattice)
        engine.materialize(
            "classes",
            render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes),
        )
        extremes = [Fraction(t, p) for p, t in engine.fetch(render("list_extreme_classes"))]
        bins = [0] * PRESENCE_BINS
        number = exp.Literal.number
        query = render(
            "count_people_by_presence",
            bins=number(PRESENCE_BINS),
            last_bin=number(PRESENCE_BINS - 1),
        )
        for index, people in engine.fetch(query):
            bins[index] = people
        engine.drop("classes")
        return Presence(min(extremes), max(extremes), tuple(bins))


def count_nodes_query(
    nodes: Sequence[Node],
    lattice: Lattice,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
    tables: Sequence[str] | None = None,
) -> exp.Query:
    """The statement that counts the classes of `nodes`, numbered in their order.

    `tables` names the frequency set, or the slice of it, to count each of them on.
    """
    private = exp.column("private_count")
    wide = "BIGINT" if sizes.private_rows < _LARGEST_SQUARED else "DECIMAL(19, 0)"
    factor = exp.cast(private, wide)
    return render(
        "count_nodes",
        violation=any_violation(models, sizes.public_rows),
        squared=exp.Mul(this=factor, expression=factor.copy()),
        nodes=[
            {
                "number": exp.Literal.number(i),
                "codes": node_codes(node, lattice),
                "frequency_set": identifier(tables[i] if tables else FREQUENCY_SET),
            }
            for i, node in enumerate(nodes)
        ],
    )
