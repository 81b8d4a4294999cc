"""One level for all values of a column, ready to be written: the optimum, or chosen from P."""

from dataclasses import replace

from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import NodeStatistics, TableStatistics
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.levels.level_limits import has_fixed_levels
from dpsql.generalize.chosen import ChosenLevels
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.earlier import find_node, find_releases
from dpsql.generalize.failure import tell_failure
from dpsql.generalize.forcing_nulls import find_forcing_nulls
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.priors import (
    judge_by_prior,
    judge_posterior,
    measure_posterior,
    refuse_contradiction,
)
from dpsql.journal.checker import JournaledChecker
from dpsql.journal.journal import Journal
from dpsql.metrics.catalog import METRICS
from dpsql.release.write import release_query
from dpsql.search.checker import Checker, NodeChecker
from dpsql.search.full_domain import incognito, spalm
from dpsql.search.full_domain.beyond_limits import find_beyond_limits
from dpsql.search.full_domain.spalm import SearchResult
from dpsql.search.priors import PriorChecker
from dpsql.session.clock import Clock
from dpsql.session.description import (
    describe_node,
    judge_node,
    no_safe_choice,
    no_safe_release,
    refuse_infeasible,
)
from dpsql.session.load import Loaded
from dpsql.session.options import Options


def generalize(
    job: Job,
    loaded: Loaded,
    options: Options,
    clock: Clock,
    journal: Journal | None = None,
    chosen: ChosenLevels | None = None,
) -> Generalized:
    """Search for the optimum, or take the levels that were chosen before T was looked at.

    Nodes that `journal` contains are not counted again; without a journal nothing is recorded.

    Raises:
        NoSafeRelease: no node holds, or the chosen node does not. ResumeMismatch: the journal
            belongs to tables with other counts.
    """
    node = node_at_levels(chosen.levels, loaded.heights) if chosen else None
    checker, table = prepare(job, loaded, node)
    judge = judge_by_prior(job, loaded, checker) if job.prior is not None else checker
    releases = find_releases(job, loaded, checker)
    clock.stop("load")
    options.enter("search")
    if chosen and node:
        counted, search = _count_chosen(job, loaded, checker, node, chosen.search)
    elif releases is not None:
        node, counted, search = find_node(job, loaded, releases, table, options)
    else:
        node, counted, search = _find_optimum(job, loaded, judge, table, options, journal)
    needed, is_informed = _list_needed(loaded, checker), judge is not checker or bool(releases)
    presence = checker.measure_presence(node, job.presence_bars, job.known_absent)
    posterior = measure_posterior(judge, node) if isinstance(judge, PriorChecker) else None
    # What fails without a prior fails with it; beside earlier releases, other nodes are judged.
    beyond = find_beyond_limits(checker, node) if releases is None else ()
    clock.stop("search")
    return Generalized(
        release_query(loaded.tables, loaded.hierarchies, node),
        loaded.name_levels(node),
        presence,
        replace(
            describe_node(job, loaded, node, counted.private, table),
            search=None if has_fixed_levels(job) else search,
            choose=job.choose if chosen else None,
            posterior=posterior,
            together=releases.judge(node) if releases is not None else None,
            needed=needed,
            forced_by_null={} if is_informed else find_forcing_nulls(loaded, checker, needed),
            at_floor=_list_at_floor(loaded, checker, node),
            beyond_limits=tuple([*loaded.heights][j] for j in beyond),
        ),
    )


def _list_needed(loaded: Loaded, checker: Checker) -> tuple[str, ...]:
    """Return the columns whose floor is their last level."""
    ends = zip(loaded.heights.items(), checker.floor.levels, strict=True)
    return tuple(name for (name, height), level in ends if level == height)


def _list_at_floor(loaded: Loaded, checker: Checker, node: Node) -> tuple[str, ...]:
    """Return the columns that could not be finer, whatever the others have, or by the job."""
    floors = zip(checker.floor.levels, loaded.lattice.lowest.levels, strict=True)
    ends = zip(loaded.hierarchies, node.levels, map(max, floors), strict=True)
    return tuple(name for name, level, floor in ends if level == floor)


def _count_chosen(
    job: Job, loaded: Loaded, checker: Checker, node: Node, search: Search
) -> tuple[NodeStatistics, Search]:
    """Count the node of the chosen levels; raise NoSafeRelease if it does not hold."""
    refuse_infeasible(job, loaded, search)
    counted = checker.count([node])[0]
    if not counted.holds:
        raise no_safe_choice(job, loaded, search)
    return counted, search


def _find_optimum(
    job: Job,
    loaded: Loaded,
    checker: Checker | PriorChecker,
    table: TableStatistics,
    options: Options,
    journal: Journal | None,
) -> tuple[Node, NodeStatistics, Search]:
    """Search for the optimum; raise NoSafeRelease if no node holds."""
    # The sizes of P and T are the counts of the one class at the root.
    refuse_infeasible(job, loaded, Search(loaded.lattice.size, 1, optimal=True))
    if isinstance(checker, PriorChecker):
        refuse_contradiction(checker, loaded.lattice.root)
    found, told = search_lattice(job, checker, table, options, journal)
    if found.node is None or found.counted is None:
        raise no_safe_release(_tell_failure(job, loaded, checker), job, loaded, told)
    return found.node, found.counted, told


def _tell_failure(job: Job, loaded: Loaded, checker: Checker | PriorChecker) -> str:
    prior = checker if isinstance(checker, PriorChecker) else None
    plain = checker.plain if isinstance(checker, PriorChecker) else checker

    def judge_at(node: Node) -> tuple[Verdict, ...]:
        counted = judge_node(job, plain, node, plain.count([node])[0])
        return counted if prior is None else (*counted, *judge_posterior(prior, node))

    return tell_failure(job, loaded, judge_at, prior)


def search_lattice(
    job: Job,
    checker: NodeChecker,
    table: TableStatistics,
    options: Options,
    journal: Journal | None,
) -> tuple[SearchResult, Search]:
    """Search for the optimum by the job's algorithm and metric; also tell how the search went."""
    # A fixed node needs no search from below.
    search = incognito if job.algorithm.incognito and not has_fixed_levels(job) else spalm
    asked = checker
    if journal is not None:
        journal.begin(repr((checker.lattice, checker.base, table)).encode())
        asked = JournaledChecker(checker, journal)
    metric = METRICS[job.metric]
    found = search.find_optimum(asked, metric, table, options.watch, options.limits())
    if journal is not None:
        journal.flush()
    gap = None if found.optimal else found.gap
    return found, Search(found.nodes, found.checked, found.optimal, found.rounds, gap)
