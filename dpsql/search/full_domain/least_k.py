"""The optimal k-anonymization of T for every k (Nergiz et al. 2007, section 7, Figure 3).

A node is k-anonymous for every k up to its least class of T, so a (k + 1)-anonymous node is
k-anonymous, too. Let n be the optimum for k and m its least class. For every j from k to m, n is
j-anonymous, and no j-anonymous node is better, as it is k-anonymous too; costs and the rule for
ties do not depend on k. So n is the optimum for all of k to m, and m + 1 is the next k to search
for. At total suppression the one class is all of T: the last m is |T|.

k-anonymity depends on T alone, so nodes are counted from the classes of T at the base, in memory if
they are not too many, else in the engine. The least class of a node decides every k, so no node is
counted twice, and the search for the next k begins with what the counted nodes decide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.metrics.metric import Metric
from dpsql.search.checker import Checker
from dpsql.search.class_tables.store import ClassTables
from dpsql.search.full_domain.excerpts import PRIVATE_EXCERPT
from dpsql.search.full_domain.spalm import Watch, find_optimum
from dpsql.sql.lattice.frequency_set import node_codes
from dpsql.sql.lattice.presence import square_private_count
from dpsql.sql.templates import identifier, render

#: Every node is 1-anonymous, because a class of T has at least one row.
FIRST_K = 2


@dataclass(frozen=True)
class Anonymization:
    """The optimum for every k from `k` to `actual_k`, the rows of T in its least class."""

    k: int
    actual_k: int
    node: Node
    classes: PrivateClasses


@dataclass(frozen=True)
class PrivateChecker:
    """Checks k-anonymity of `base` and its ancestors; no other node is 2-anonymous."""

    engine: Engine
    lattice: Lattice
    base: Node
    private_rows: int
    #: They count every node; None if they are too many, or the tuples few: then the engine counts.
    class_tables: ClassTables | None
    k: int = FIRST_K
    monotone: bool = True
    #: By counted node: its least class, and its classes. They are valid for every k.
    counted: dict[Node, tuple[int, PrivateClasses]] = field(default_factory=dict)

    @classmethod
    def of(cls, checker: Checker) -> "PrivateChecker":
        """Return a checker on the classes of T, or on the private excerpt of the frequency set."""
        tables = checker.class_tables if checker.class_tables.fetch_private() else None
        if tables is None:
            checker.engine.materialize(PRIVATE_EXCERPT, render("take_private_excerpt"))
        rows = checker.sizes.private_rows
        return cls(checker.engine, checker.lattice, checker.base, rows, tables)

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes a statement of this engine counts."""
        return self.engine.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Judge the nodes, in their order; those not counted before in one statement at most."""
        new = [node for node in nodes if node not in self.counted]
        if self.class_tables is not None:
            for node in new:
                counted = self.class_tables.count_least_private(node)
                assert counted is not None  # noqa: S101 - all are ancestors of what was fetched
                self.counted[node] = counted
        elif new:
            query = private_classes_query(new, self.lattice, self.private_rows)
            for number, least, classes, squares in self.engine.fetch(query):
                self.counted[new[number]] = least, PrivateClasses(int(classes), int(squares))
        found = [self.counted[node] for node in nodes]
        return [NodeStatistics(int(least < self.k), classes) for least, classes in found]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Return None: pricing a node before it is judged would save nothing."""
        return None

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Return None: nothing is priced."""
        return None

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Return the nodes that earlier counts refute; this needs no statement."""
        return {n for n in nodes if n in self.counted and self.counted[n][0] < self.k}

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Leave all to counts: those for one k serve all others, and they are few."""
        return None


def find_anonymizations(
    checker: PrivateChecker, metric: Metric, table: TableStatistics, watch: Watch | None = None
) -> Iterator[Anonymization]:
    """Find the optimum for each k from 2 to |T|, once for all k that share it; k ascending."""
    k = checker.k
    while k <= table.private_rows:
        asked = replace(checker, k=k)
        node = find_optimum(asked, metric, table, watch, known=list(asked.counted)).node
        if node is None:
            raise RuntimeError("total suppression is k-anonymous for every k up to |T|")
        least, classes = asked.counted[node]
        yield Anonymization(k, least, node, classes)
        k = least + 1


def private_classes_query(nodes: Sequence[Node], lattice: Lattice, private_rows: int) -> exp.Query:
    """The statement that measures the classes of T at `nodes`, numbered in their order."""
    return render(
        "count_private_classes",
        private_excerpt=identifier(PRIVATE_EXCERPT),
        squared=square_private_count(private_rows),
        nodes=[
            {"number": exp.Literal.number(i), "codes": node_codes(node, lattice)}
            for i, node in enumerate(nodes)
        ],
    )
