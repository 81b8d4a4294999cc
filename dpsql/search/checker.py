"""Counts the equivalence classes of nodes, several nodes in one statement.

A check is a GROUP BY over the frequency set; it tells whether any class violates a model and what
the node costs by the metrics that depend on classes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import NodeStatistics, Presence
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.frequency_set import FREQUENCY_SET, TableSizes, node_codes
from dpsql.sql.templates import identifier, render

PRESENCE_BINS = 20
#: Counts below this have squares that fit a BIGINT, and so do sums of squares of T.
_LARGEST_SQUARED = 3_000_000_000


@dataclass(frozen=True)
class Checker:
    """Counts nodes of one lattice under one set of models."""

    engine: Engine
    lattice: Lattice
    models: tuple[PrivacyModel, ...]
    sizes: TableSizes

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        return all(model.monotone_under_generalization for model in self.models)

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count the nodes in one statement; results in the order of `nodes`."""
        query = count_nodes_query(nodes, self.lattice, self.models, self.sizes)
        rows = sorted(self.engine.fetch(query))
        return [NodeStatistics(*(int(count) for count in counts)) for _, *counts in rows]

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
    nodes: Sequence[Node], lattice: Lattice, models: Iterable[PrivacyModel], sizes: TableSizes
) -> exp.Query:
    """The statement that counts the classes of `nodes`, numbered in their order."""
    public, private = exp.column("public_count"), exp.column("private_count")
    predicates = [model.violation(public, private, sizes.public_rows) for model in models]
    wide = "BIGINT" if sizes.private_rows < _LARGEST_SQUARED else "DECIMAL(19, 0)"
    factor = exp.cast(private.copy(), wide)
    return render(
        "count_nodes",
        frequency_set=identifier(FREQUENCY_SET),
        violation=exp.or_(*predicates) if predicates else exp.false(),
        squared=exp.Mul(this=factor, expression=factor.copy()),
        nodes=[
            {"number": exp.Literal.number(i), "codes": node_codes(node, lattice)}
            for i, node in enumerate(nodes)
        ],
    )
