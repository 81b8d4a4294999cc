"""Explains a pooled release: who climbs from its start, and what a finer start would violate.

Whether a start holds is not monotone, because what settles changes with it: a finer start, or a
smaller number of people, may hold too. Then it costs no less, and its metrics are shown beside.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.pooling import list_candidates
from dpsql.generalize.pooled import SettledPeople, settle_people
from dpsql.generalize.pooled_search import (
    Judges,
    find_best_number,
    find_best_pooling,
    find_words,
    list_numbers,
    prepare_pooling,
)
from dpsql.session.description import delta_parameters
from dpsql.session.levels import weigh
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.pooling.published import drop_classes
from dpsql.use_cases.explain.attainable import judge_root, list_attainable
from dpsql.use_cases.explain.explanation import BrokenClass, Climb, Explanation, Judged
from dpsql.use_cases.explain.judged_classes import judge_node, judge_published, list_classes_at
from dpsql.use_cases.people.first_rows import FIRST_ROWS


def explain_pooled(job: Job, levels: Mapping[str, int] | None, options: Options) -> Explanation:
    """Explain the best start and number of people, or those of a start that the caller names.

    Raises:
        ResourceError: P has too many distinct tuples.
    """
    with (
        Run.of(job, options).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        judges, of_levels = prepare_pooling(job, loaded)
        options.enter("search")
        chosen: tuple[Node, int] | None
        if levels is None:
            best = find_best_pooling(job, loaded, options, judges, of_levels).best
            chosen = None if best is None else (best.pooling.start, best.pooling.least)
        else:
            start = node_at_levels(levels, loaded.heights)
            chosen = start, find_best_number(job, loaded, judges, of_levels, start)
        starts = _Starts(job, loaded, judges, of_levels.table)
        sizes = loaded.sizes
        bounds = job.delta.bounds if job.delta else None
        nothing = Explanation(
            Fraction(sizes.private_rows, sizes.public_rows),
            delta_parameters(job),
            None if bounds is None else bounds.allows(sizes.public_rows, sizes.private_rows),
            (),
            judge_node(loaded, judges.of_counts, loaded.lattice.root),
            None,
            {},
            is_optimum=levels is None,
            becomes=loaded.becomes,
            is_weighted=bool(weigh(job)),
        )
        if chosen is not None:
            return starts.explain(nothing, *chosen)
        root = judge_root(job, loaded, nothing.root)
        return replace(nothing, root=root, attainable=tuple(list_attainable(job, loaded, root)))


@dataclass(frozen=True)
class _Starts:
    """Lets people climb from one start after the other, and judges what would be published."""

    job: Job
    loaded: Loaded
    judges: Judges
    table: TableStatistics

    def explain(self, nothing: Explanation, start: Node, least: int) -> Explanation:
        """Add to an explanation of no node what there is to say of one."""
        settled, judged = self._settle(start, least)
        pooled = settled.description.pooled
        assert pooled is not None  # noqa: S101 - people climb
        rare, worst = self._list_rare(start, least)
        climb = Climb(pooled, self.job.metric, rare, worst, self._try_fewer(start, least))
        predecessors = dict(self._list_predecessors(start, least))
        return replace(nothing, node=judged, predecessors=predecessors, climb=climb)

    def _settle(self, start: Node, least: int) -> tuple[SettledPeople, Judged]:
        path = find_words(self.job).path
        settled = settle_people(self.job, self.loaded, self.judges, self.table, start, least, path)
        judged = judge_published(self.loaded, self.judges.of_counts, start)
        drop_classes(self.loaded.engine)
        judged = replace(judged, metrics=settled.description.metrics)
        if judged.broken_classes:
            return settled, judged
        failing = tuple(
            Verdict(name, asked, False, broken)
            for model, broken in settled.unprotected
            if broken
            for name, asked in model.parameters.items()
        )
        if not failing:
            return settled, judged
        unprotected = failing[0].broken_classes or 0
        return settled, replace(judged, sensitive_classes=unprotected, sensitive_models=failing)

    def _list_rare(self, start: Node, least: int) -> tuple[int, tuple[BrokenClass, ...]]:
        """Count and list the classes of a start whose people climb; at the root nobody can."""
        if start == self.loaded.lattice.root:
            return 0, ()
        is_rare = exp.column("public_count") < exp.Literal.number(least)
        return list_classes_at(self.loaded, self.judges.of_counts, start, is_rare)

    def _try_fewer(self, start: Node, least: int) -> tuple[int, Judged] | None:
        """Judge the start with the next smaller number of people that is tried."""
        numbers = list_numbers(self.job) or list_candidates(self.loaded.sizes.public_rows)
        fewer = max((number for number in numbers if number < least), default=None)
        if fewer is None or start == self.loaded.lattice.root:
            return None
        return fewer, self._settle(start, fewer)[1]

    def _list_predecessors(self, start: Node, least: int) -> Iterator[tuple[str, Judged]]:
        """Judge each start within the limits that has one level less, with as many people."""
        for name, before in zip(self.loaded.hierarchies, _list_before(start), strict=True):
            if before is not None and self.loaded.lattice.looks_at(before):
                yield name, self._settle(before, least)[1]


def _list_before(start: Node) -> Iterator[Node | None]:
    """Yield the node with one level less of each column; None where it has none."""
    for j, level in enumerate(start.levels):
        finer = Node((*start.levels[:j], level - 1, *start.levels[j + 1 :]))
        yield finer if level else None
