"""Judges levels together with earlier releases of the same T, and searches for those that hold."""

from dataclasses import replace

from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import NodeStatistics, TableStatistics
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.sections.earlier import Together, name_range
from dpsql.domain.threshold import PresenceBounds
from dpsql.generalize.coded_rows import prepare
from dpsql.metrics.catalog import METRICS
from dpsql.report.sentences import write_percent
from dpsql.search.checker import Checker
from dpsql.search.earlier import EarlierChecker, EarlierReleases, GaveUp
from dpsql.search.full_domain.spalm import Nested, SearchResult, find_optimum
from dpsql.session.description import (
    name_failing_values,
    no_safe_release,
    refuse_infeasible,
)
from dpsql.session.load import Loaded
from dpsql.session.models import name_demands
from dpsql.session.options import Options

#: How many nodes that do not nest are judged with the earlier releases, some seconds each at most.
MOST_JUDGED = 100


def find_releases(job: Job, loaded: Loaded, checker: Checker) -> EarlierReleases | None:
    """Return the earlier releases of a job on a checker; None if it names none."""
    found = loaded.earlier
    if found is None:
        return None
    return EarlierReleases(
        checker, found.nodes, job.presence_bars, found.other_tables, found.refused
    )


def judge_what_is_out(job: Job, loaded: Loaded) -> tuple[Verdict, str]:
    """Judge the earlier releases of a job alone: what one of them breaks, nothing mends.

    The second is why no levels can hold together with them; empty if some may.
    """
    assert job.delta is not None  # noqa: S101 - a job with earlier releases has δ
    bounds = job.delta.bounds
    releases = find_releases(job, loaded, prepare(job, loaded, loaded.lattice.root)[0])
    assert releases is not None  # noqa: S101 - the caller looked
    told = _tell_refused(releases) or _tell_broken(releases, bounds)
    return Verdict("together", name_range(bounds), False if told else None), told


def _tell_refused(releases: EarlierReleases) -> str:
    if not releases.refused:
        return ""
    return f"no release can be judged together with the earlier ones: {releases.refused}"


def _tell_broken(releases: EarlierReleases, bounds: PresenceBounds) -> str:
    """Say that one earlier release alone breaks δ: then no other mends it; empty if none does."""
    for node in releases.nodes:
        alone: Together = replace(releases, nodes=(node,)).judge()
        if not alone.holds(bounds):
            return (
                "an earlier release of this T breaks delta already: everybody's presence lies"
                f" between {write_percent(alone.minimum)} and {write_percent(alone.maximum)} there,"
                " and no further release takes that back; delta has to contain"
                f" that, as {{min: {alone.minimum}, max: {alone.maximum}}} does"
            )
    return ""


def find_node(
    job: Job,
    loaded: Loaded,
    releases: EarlierReleases,
    table: TableStatistics,
    options: Options,
) -> tuple[Node, NodeStatistics, Search]:
    """Search for the least-cost levels that hold together with what is out.

    Levels that nest with the earlier releases come first: they need no further computation, and
    another release that nests with them will not either. Only if none of them holds, others are
    judged by their atoms.

    Raises:
        NoSafeRelease: no levels are found, or what is out already breaks δ.
    """
    assert job.delta is not None  # noqa: S101 - a job with earlier releases has δ
    bounds = job.delta.bounds
    at_root = Search(loaded.lattice.size, 1, optimal=True)
    refuse_infeasible(job, loaded, at_root)
    if told_why := _tell_refused(releases):
        raise no_safe_release(told_why, job, loaded, at_root)
    found = _search_nested(job, releases, bounds, table, options)
    told = _tell_search(found, is_nested=bool(releases.nodes))
    if found.node is None and releases.nodes:
        found = _search_others(job, loaded, releases, bounds, table, options)
        told = _tell_search(found, is_nested=False)
    if found.node is None or found.counted is None:
        raise no_safe_release(_tell_failure(job, loaded, releases), job, loaded, told)
    return found.node, found.counted, told


def _tell_failure(job: Job, loaded: Loaded, releases: EarlierReleases) -> str:
    """Say that no levels hold together with what is out, and what total suppression satisfies."""
    told = "no levels satisfy the job together with the earlier releases"
    if failing := name_failing_values(job, loaded):
        return f"{told}; T as a whole violates {failing}: loosen that, or drop it from constraints"
    at_root = releases.judge(loaded.lattice.root)
    if loaded.lattice.is_limited or at_root.method == "refused":
        return f"{told}; loosen {name_demands(job)}"
    low, high = at_root.minimum, at_root.maximum
    return (
        f"{told}; with total suppression, presence lies between {write_percent(low)} and"
        f" {write_percent(high)} together with them: let delta contain that, as {{min: {low}, max:"
        f" {high}}} does"
    )


def _search_nested(
    job: Job,
    releases: EarlierReleases,
    bounds: PresenceBounds,
    table: TableStatistics,
    options: Options,
) -> SearchResult:
    """Search all levels below every earlier release, and above any if what is out holds."""
    nested = None
    if releases.nodes:
        nested = Nested(releases.nodes, above=releases.judge().holds(bounds))
    given = releases.checker, METRICS[job.metric], table, options.watch, options.limits()
    return find_optimum(*given, nested=nested)


def _search_others(
    job: Job,
    loaded: Loaded,
    releases: EarlierReleases,
    bounds: PresenceBounds,
    table: TableStatistics,
    options: Options,
) -> SearchResult:
    """Search all levels, and judge those that hold alone with what is out."""
    if broken := _tell_broken(releases, bounds):
        at_end = Search(loaded.lattice.size, 1, optimal=True)
        raise no_safe_release(broken, job, loaded, at_end)
    checker = EarlierChecker(releases.checker, releases, bounds, MOST_JUDGED)
    try:
        given = METRICS[job.metric], table, options.watch, options.limits()
        return find_optimum(checker, *given)
    except GaveUp:
        at_end = Search(loaded.lattice.size, MOST_JUDGED, optimal=False)
        raise no_safe_release(
            "no levels that nest with the earlier releases satisfy the job; of the others,"
            f" {MOST_JUDGED} were judged together with them, and none holds",
            job,
            loaded,
            at_end,
        ) from None


def _tell_search(found: SearchResult, *, is_nested: bool) -> Search:
    gap = None if found.optimal else found.gap
    told = Search(found.nodes, found.checked, found.optimal, found.rounds, gap)
    return replace(told, among="nested") if is_nested else told
