"""Explains why a node and no finer one: the classes of its predecessors that violate the job.

A predecessor has one quasi-identifier a level lower. Under monotone models the optimum is a minimal
node, so every predecessor fails. The violating classes are shown by their labels, which are labels
of P. Their counts of T are for the data holder only, like all output about a search.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.generalize.coded_rows import prepare
from dpsql.metrics.catalog import METRICS
from dpsql.search.checker import Checker
from dpsql.search.full_domain import spalm
from dpsql.session.description import delta_parameters, measure_metrics
from dpsql.session.levels import weigh
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.use_cases.explain.attainable import list_attainable
from dpsql.use_cases.explain.explanation import (
    Explanation,
    Floor,
    Judged,
    SuggestedTails,
    WhyNoTails,
)
from dpsql.use_cases.explain.judged_classes import judge_node
from dpsql.use_cases.explain.limits import find_excluded
from dpsql.use_cases.explain.tails import free_floor, suggest_tails
from dpsql.use_cases.people.first_rows import FIRST_ROWS

#: How long the tails of all columns are tried.
_MOST_SECONDS_OF_TAILS = 10.0


def explain_levels(job: Job, levels: Mapping[str, int] | None, options: Options) -> Explanation:
    """Explain the optimum of a job, or the node at `levels` (raw where not named)."""
    with (
        Run.of(job, options).held() as run,
        load(run, to_search=levels is None, repeats=FIRST_ROWS) as loaded,
    ):
        options.enter("search")
        excluded = find_excluded(job, loaded, options) if levels is None else None
        checker, table = prepare(job, loaded, anew=excluded is not None)
        judge, metrics = _Judge(loaded, checker), None
        if levels is None:
            best = spalm.find_optimum(checker, METRICS[job.metric], table, options.watch)
            node = best.node
            if node is not None and best.counted is not None and excluded is not None:
                metrics = measure_metrics(node, best.counted.private, table)
        else:
            node = node_at_levels(levels, loaded.heights)
        sizes = loaded.sizes
        bounds = job.delta.bounds if job.delta else None
        end = monotonic() + _MOST_SECONDS_OF_TAILS
        below = {} if node is None else dict(judge.list_predecessors(node))
        failing = [name for name, one in below.items() if not one.holds]
        tails = judge.suggest_tails(node, failing, end) if node is not None else {}
        floors = tuple(judge.list_floors())
        if node is None:
            # Beside a release, what tails allow with all others suppressed may make it worse.
            floors = tuple(judge.free(floor, end) for floor in floors)
        root = judge.of(loaded.lattice.root)
        return Explanation(
            Fraction(sizes.private_rows, sizes.public_rows),
            delta_parameters(job),
            None if bounds is None else bounds.allows(sizes.public_rows, sizes.private_rows),
            floors,
            root,
            None if node is None else replace(judge.of(node), metrics=metrics),
            below,
            levels is None,
            becomes=loaded.becomes,
            is_weighted=bool(weigh(job)),
            tails=tuple(one for one in tails.values() if isinstance(one, SuggestedTails)),
            no_tails={n: one for n, one in tails.items() if not isinstance(one, SuggestedTails)},
            to_group=loaded.list_to_group(node) if node is not None else (),
            excluded=excluded,
            attainable=tuple(list_attainable(job, loaded, root)) if node is None else (),
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
        if not sensitive:
            return judged
        failing = tuple(one for one in self.checker.judge_sensitive(node) if not one.holds)
        return replace(judged, sensitive_classes=sensitive, sensitive_models=failing)

    def suggest_tails(
        self, node: Node, names: Collection[str], end: float
    ) -> dict[str, SuggestedTails | WhyNoTails]:
        """Suggest tails that let columns of a node that holds be finer; none if T's values count.

        For a column without such tails, why. A model of a sensitive column may fail where those of
        counts hold.
        """
        if self.checker.sensitive or not self.of(node).holds:
            return {}
        return dict(suggest_tails(self.loaded, self.checker.models, node, names, end))

    def free(self, floor: Floor, end: float) -> Floor:
        """Add tails that lower a floor; without them no levels within the limits hold."""
        if floor.below is None or self.checker.sensitive:
            return floor
        models = self.checker.models
        return replace(floor, tails=free_floor(self.loaded, models, floor.name, floor.level, end))

    def list_predecessors(self, node: Node) -> Iterator[tuple[str, Judged]]:
        """Judge each predecessor of a node: each level that the job lets be lower, by one."""
        lowest = self.loaded.lattice.lowest.levels
        for j, (name, level) in enumerate(zip(self.loaded.hierarchies, node.levels, strict=True)):
            if level > lowest[j]:
                levels = (*node.levels[:j], level - 1, *node.levels[j + 1 :])
                yield name, self.of(Node(levels))

    def list_floors(self) -> Iterator[Floor]:
        """Find the floor of each quasi-identifier, and the violations below it.

        All other quasi-identifiers are at their roots. The checker's floor is that by the models of
        counts alone. If a level violates a model of a sensitive column with all others suppressed,
        every finer node violates it, too: this raises the floor. most_level does not lower it.
        """
        lattice = self.loaded.lattice
        root = lattice.root.levels
        for j, name in enumerate(self.loaded.hierarchies):
            floor = max(self.checker.floor.levels[j], lattice.lowest.levels[j])
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
            yield Floor(name, floor, root[j], below, lattice.highest.levels[j])
