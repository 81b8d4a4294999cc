"""Explains why a node and no finer one: the classes of its predecessors that violate the job.

A predecessor has one quasi-identifier a level lower. Under monotone models the optimum is a minimal
node, so every predecessor fails. The violating classes are shown by their labels, which are labels
of P. Their counts of T are for the keeper of T only, like all output about a search.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from dpsql.domain.job import Job
from dpsql.domain.lattice import Node, node_at_levels
from dpsql.generalize.full_domain import prepare
from dpsql.metrics.catalog import METRICS
from dpsql.search.checker import Checker
from dpsql.search.full_domain import spalm
from dpsql.session.description import delta_parameters
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.use_cases.explain.explanation import Explanation, Floor, Judged
from dpsql.use_cases.explain.judged_classes import judge_node


def explain_levels(job: Job, levels: Mapping[str, int] | None, options: Options) -> Explanation:
    """Explain the optimum of a job, or the node at `levels` (raw where not named)."""
    with Run.of(job, options).held() as run, load(run, to_search=levels is None) as loaded:
        checker, table = prepare(job, loaded)
        judge = _Judge(loaded, checker)
        options.enter("search")
        if levels is None:
            node = spalm.find_optimum(checker, METRICS[job.metric], table, options.watch).node
        else:
            node = node_at_levels(levels, loaded.heights)
        sizes = loaded.sizes
        bounds = job.delta.bounds if job.delta else None
        return Explanation(
            Fraction(sizes.private_rows, sizes.public_rows),
            delta_parameters(job),
            None if bounds is None else bounds.allows(sizes.public_rows, sizes.private_rows),
            tuple(judge.list_floors()),
            judge.of(loaded.lattice.root),
            None if node is None else judge.of(node),
            {} if node is None else dict(judge.list_predecessors(node)),
            levels is None,
        )


@dataclass(frozen=True)
class _Judge:
    """Judges any node of the lattice of one job."""

    loaded: Loaded
    checker: Checker

    def of(self, node: Node) -> Judged:
        """Count the classes that violate the job at a node, and list the worst."""
        judged = judge_node(self.loaded, self.checker.models, node)
        above_base = all(
            level >= base for level, base in zip(node.levels, self.checker.base.levels, strict=True)
        )
        if judged.broken_classes or not above_base:
            return judged
        sensitive = self.checker.count_sensitive([node]).get(node, 0)
        return replace(judged, sensitive_classes=sensitive)

    def list_predecessors(self, node: Node) -> Iterator[tuple[str, Judged]]:
        """Judge each predecessor of a node: each level that the job lets be lower, by one."""
        lowest = self.loaded.lattice.lowest.levels
        for j, (name, level) in enumerate(zip(self.loaded.hierarchies, node.levels, strict=True)):
            if level > lowest[j]:
                levels = (*node.levels[:j], level - 1, *node.levels[j + 1 :])
                yield name, self.of(Node(levels))

    def list_floors(self) -> Iterator[Floor]:
        """Find the floor of each quasi-identifier, and the violations below it.

        All other quasi-identifiers are at their roots. The base of the search is the floor by the
        models of counts alone. If a level violates a model of a sensitive column with all others
        suppressed, every finer node violates it, too: this raises the floor.
        """
        root = self.loaded.lattice.root.levels
        for j, (name, floor) in enumerate(
            zip(self.loaded.hierarchies, self.checker.base.levels, strict=True)
        ):
            below = None
            if floor:
                judged = self.of(Node((*root[:j], floor - 1, *root[j + 1 :])))
                # A least_level of the job is a floor, too, though what is below it may hold.
                below = None if judged.holds else judged
            while self.checker.sensitive and self.checker.monotone and floor < root[j]:
                judged = self.of(Node((*root[:j], floor, *root[j + 1 :])))
                if judged.holds:
                    break
                floor, below = floor + 1, judged
            yield Floor(name, floor, root[j], below)
