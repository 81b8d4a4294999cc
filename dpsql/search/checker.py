"""Counts the equivalence classes of nodes, several nodes in one statement.

A check is a GROUP BY over the frequency set. It decides whether any class violates a model, and
counts what the metrics over classes need. If the set is large, an excerpt of it may be enough.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol, Self

from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.found.statistics import NodeStatistics, Presence, PrivateClasses
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.demands import list_demands, tell_sensitive
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.class_tables.store import ClassTables
from dpsql.search.full_domain.excerpts import Excerpts
from dpsql.search.full_domain.private_sample import PrivateSample
from dpsql.search.sensitive import count_violating
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet, node_codes
from dpsql.sql.lattice.presence import measure_presence, square_private_count
from dpsql.sql.lattice.sensitive_set import SensitiveSet
from dpsql.sql.templates import identifier, render


class NodeChecker(Protocol):
    """The interface that a search for the optimum needs; see `Checker`."""

    @property
    def lattice(self) -> Lattice:
        """All nodes."""

    @property
    def base(self) -> Node:
        """The floor, below which nothing holds."""

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes are counted at once."""

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count all classes of the nodes."""

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone; None if that saves little."""

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T, if that saves counts; it decides nothing."""

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Return nodes that are known to fail without a full count; the others may hold or fail."""

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node from its classes; None if these are not at hand.

        An ancestor that its classes do not decide is None as well.
        """


@dataclass(frozen=True)
class Checker:
    """Counts nodes of one lattice under one set of models.

    `base`: only this node and its ancestors can be counted. A search assumes that it is the floor,
    below which nothing holds; its caller makes the frequency set of the floor. `floor`: the one by
    the models of counts alone, also where limits of levels or earlier releases move the base.
    """

    engine: Engine
    lattice: Lattice
    models: tuple[PrivacyModel, ...]
    sizes: TableSizes
    base: Node
    excerpts: Excerpts
    class_tables: ClassTables
    private_sample: PrivateSample
    floor: Node
    sensitive: tuple[SensitiveSet, ...] = ()

    @classmethod
    def of(
        cls,
        engine: Engine,
        lattice: Lattice,
        models: tuple[PrivacyModel, ...],
        sizes: TableSizes,
        frequency_set: FrequencySet,
        sensitive: tuple[SensitiveSet, ...] = (),
        floor: Node | None = None,
    ) -> Self:
        """Return a checker on the frequency set of `engine`; without `floor` it is the base."""
        excerpts = Excerpts(engine, lattice, sizes, frequency_set.rows)
        tables = ClassTables(engine, lattice, models, sizes, frequency_set)
        base = frequency_set.base
        sample = PrivateSample(engine, lattice, base, sizes, tables.codes)
        given = engine, lattice, models, sizes, base, excerpts, tables, sample
        return cls(*given, base if floor is None else floor, sensitive)

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        judged = (model for coded in self.sensitive for model in coded.models)
        return all(model.monotone_under_generalization for model in self.models) and all(
            model.monotone_under_generalization for model in judged
        )

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes a statement of this engine counts."""
        return self.engine.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count all classes of the nodes in one statement; results in the order of `nodes`.

        Nodes that hold so far are then judged by the models of sensitive columns, if there are any.
        """
        if len(nodes) == 1:
            self.class_tables.fetch_few(nodes[0])
        known = {n: found for n in nodes if (found := self.class_tables.count(n)) is not None}
        asked = [node for node in nodes if node not in known]
        known |= zip(asked, self._count([(node, FREQUENCY_SET) for node in asked]), strict=True)
        counted = [known[node] for node in nodes]
        holding = [node for node, one in zip(nodes, counted, strict=True) if one.holds]
        violating = self.count_sensitive(holding)
        return [
            replace(one, violating_classes=one.violating_classes + violating.get(node, 0))
            for node, one in zip(nodes, counted, strict=True)
        ]

    def count_sensitive(self, nodes: Sequence[Node]) -> dict[Node, int]:
        """Count, per node, classes of T that violate a sensitive model; 0 only if none does."""
        return count_violating(self.engine, self.lattice, self.sensitive, nodes)

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone, in the order of `nodes`; None if that saves little."""
        found = [self.class_tables.count_private(node) for node in nodes]
        if known := [one for one in found if one is not None]:
            return known
        table = self.excerpts.private_excerpt()
        if table is None:
            return None
        return [one.private for one in self._count([(node, table) for node in nodes])]

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T; None if all of its classes are counted as fast."""
        if self.class_tables.fetch_private():
            return None
        table = self.excerpts.private_excerpt()
        return None if table is None else self.private_sample.measure(table, node)

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Return the nodes that fail by the counts of a slice; the others may hold or fail.

        Nodes in `thoroughly` are counted on all their slices, the others on their first slice only.
        """
        refuted: set[Node] = set()
        slices = {n: islice(self.excerpts.slices(n), None if n in thoroughly else 1) for n in nodes}
        while places := [
            (node, table)
            for node in nodes
            if node not in refuted and (table := next(slices[node], None))
        ]:
            counted = zip(places, self._count(places), strict=True)
            refuted |= {node for (node, _), found in counted if not found.holds}
        return refuted

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node from its classes; None if the classes are too many.

        The counts are those of `count`. If sensitive columns are protected, an ancestor that holds
        so far is None: the models of these columns have not judged it.
        """
        if not self.class_tables.fetch(node):
            return None
        found = {one: self.class_tables.count(one) for one in ancestors}
        return {
            one: None if counts is None or (counts.holds and self.sensitive) else counts
            for one, counts in found.items()
        }

    def _count(self, places: Sequence[tuple[Node, str]]) -> list[NodeStatistics]:
        """Count nodes, each on the frequency set or on an excerpt, which has only some classes."""
        if not places:
            return []
        nodes, tables = zip(*places, strict=True)
        query = count_nodes_query(nodes, self.lattice, self.models, self.sizes, tables)
        return [
            NodeStatistics(int(violating), PrivateClasses(int(classes), int(squares)))
            for _, violating, classes, squares in sorted(self.engine.fetch(query))
        ]

    def judge(self, node: Node, counted: NodeStatistics) -> tuple[Verdict, ...]:
        """Return a verdict per model on a counted node; count again only if the node fails."""
        models = [model for coded in self.sensitive for model in coded.models]
        demands = list(list_demands(self.models))
        if counted.holds:
            sensitive = tell_sensitive(models, holds=True)
            return (*(demand.judge(0) for demand in demands), *sensitive)
        broken = []
        for demand in demands:
            alone = replace(self, models=(demand.model,), sensitive=())
            classes = 0 if demand.excludes_nothing else alone.count([node])[0].violating_classes
            broken.append(demand.judge(classes))
        return (*broken, *self.judge_sensitive(node))

    def judge_sensitive(self, node: Node) -> tuple[Verdict, ...]:
        """Return a verdict per model of a sensitive column on a node."""
        models = [(coded, model) for coded in self.sensitive for model in coded.models]
        sensitive = tell_sensitive((model for _, model in models), holds=True)
        broken = []
        for verdict, (coded, model) in zip(sensitive, models, strict=True):
            alone = replace(self, sensitive=(replace(coded, models=(model,)),))
            classes = alone.count_sensitive([node])[node]
            broken.append(replace(verdict, holds=not classes, broken_classes=classes))
        return tuple(broken)

    def measure_presence(
        self, node: Node, bars: Sequence[PresenceBar], known_absent: int | None = None
    ) -> Presence:
        """Measure the exact presence over all classes of P at `node`."""
        codes = node_codes(node, self.lattice)
        query = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
        return measure_presence(self.engine, query, bars, self.sizes.public_rows, known_absent)


def count_nodes_query(
    nodes: Sequence[Node],
    lattice: Lattice,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
    tables: Sequence[str] | None = None,
) -> exp.Query:
    """The statement that counts the classes of `nodes`, numbered in their order.

    `tables`: for each node the table to count it on, the frequency set or an excerpt of it.
    """
    return render(
        "count_nodes",
        violation=any_violation(models, sizes.public_rows),
        squared=square_private_count(sizes.private_rows),
        nodes=[
            {
                "number": exp.Literal.number(i),
                "codes": node_codes(node, lattice),
                "frequency_set": identifier(tables[i] if tables else FREQUENCY_SET),
            }
            for i, node in enumerate(nodes)
        ],
    )
