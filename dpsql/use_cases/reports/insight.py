"""Finds what an internal page says of the lattice: the frontier of levels, and every node.

For this it makes a second frequency set, whose floor does not depend on δmax, and searches it for
the frontier. A job that pools or cuts has that frontier as well, beside its own points: levels are
what its release is compared with.
"""

from collections.abc import Mapping
from dataclasses import replace

from dpsql.domain.alternative import Alternative
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import Budget, Limits
from dpsql.domain.sections.algorithm import FULL_DOMAIN, SPALM
from dpsql.errors import ConfigError, InputError, ResourceError
from dpsql.generalize.alternatives import tell_problem
from dpsql.generalize.coded_rows import prepare
from dpsql.metrics.catalog import LOSS, METRICS
from dpsql.report.details import Insight, Kind, Layer
from dpsql.search.full_domain.frontier import FrontierResult, find_frontier
from dpsql.search.full_domain.greatest_presence import count_greatest_presence
from dpsql.search.full_domain.knowledge import FAILS, HOLDS, UNKNOWN, Knowledge
from dpsql.search.full_domain.lattice_view import count_by_layer, tag_all, tag_around_optimum
from dpsql.session.description import describe_points, without_delta_max
from dpsql.session.load import Loaded
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.search_limits import MAX_QUASI_IDENTIFIERS
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.use_cases.explore.levels import explore_levels
from dpsql.use_cases.explore.others import name_explored

#: The search for a frontier has several arrays over the lattice and scans them at each step.
MOST_FRONTIER_NODES = 100_000
_KINDS: Mapping[int, Kind] = {HOLDS: "holds", FAILS: "fails", UNKNOWN: "unknown"}
#: A release is published after its report is gathered. `dpsql frontier` has no such limit.
MOST_FRONTIER_SECONDS = 10.0


def look_into(
    job: Job,
    loaded: Loaded,
    options: Options,
    chosen: Node | None = None,
    *,
    is_optimum: bool = False,
    problem: str = "",
) -> Insight:
    """Search for the frontier of levels, and return what is known of every node.

    `chosen`: the node that the page is about; its frequency set is replaced. None where people
    climb or are cut, and if nothing can be released: then `problem` is the reason.
    """
    if left_out := _find_obstacle(job, loaded):
        return Insight(left_out=left_out, problem=problem)
    if job.algorithm.name in FULL_DOMAIN:
        insight = _search(job, loaded, options, chosen, is_optimum=is_optimum)
    else:
        insight = _search_beside(job, loaded, options)
    return replace(insight, problem=problem)


def _find_obstacle(job: Job, loaded: Loaded) -> str:
    """Return why no frontier is searched; empty if nothing is in the way."""
    lattice = loaded.lattice
    if more := _name_what_is_ignored(job):
        return (
            f"the frontier goes by presence alone, and the job has {more}; dpsql compare JOB"
            " --delta … judges any δmax by all that the job asks for"
        )
    if lattice.size > MOST_FRONTIER_NODES or len(lattice.heights) > MAX_QUASI_IDENTIFIERS:
        return (
            f"a report searches at most {MOST_FRONTIER_NODES:,} nodes for the frontier,"
            f" and the lattice has {lattice.size:,}; dpsql frontier may search them"
        )
    return ""


def _name_what_is_ignored(job: Job) -> str:
    """Name what a frontier does not take into account; empty if it is all that a job states."""
    if job.prior is not None:
        return "a prior"
    if job.earlier:
        return "earlier releases"
    return "people known to be absent" if job.known_absent is not None else ""


def _search_beside(job: Job, loaded: Loaded, options: Options) -> Insight:
    """Search for the frontier of levels of a job that pools or cuts; its tables stay as they are.

    Nothing is said of its nodes, as they are not what the job releases.
    """
    name = name_explored(Alternative(job.algorithm, job.choose))
    try:
        levels = job.with_algorithm(SPALM, choose="optimum", metric="loss")
        with loaded.engine.keeping_apart():
            found = _search(levels, loaded, options, tells_nodes=False)
    except (ConfigError, InputError, ResourceError) as problem:
        return Insight(left_out=tell_problem(problem))
    return replace(found, beside=name)


def _search(
    job: Job,
    loaded: Loaded,
    options: Options,
    chosen: Node | None = None,
    *,
    is_optimum: bool = False,
    tells_nodes: bool = True,
) -> Insight:
    """Search for the frontier; what is known of nodes is left out unless it `tells_nodes`."""
    checker, table = prepare(without_delta_max(job), loaded, anew=chosen is not None)
    seconds = max(MOST_FRONTIER_SECONDS, options.explore or 0.0)
    limits = Limits(budget=Budget(seconds, loaded.engine.works_here))
    try:
        found = find_frontier(checker, count_greatest_presence, LOSS, table, options.watch, limits)
    except ConfigError:
        return Insight(left_out="a model of the job can break when values are generalized")
    points = describe_points([*found.best_counted, *found.points], loaded, table)
    if not points and not found.is_whole:
        why = (
            f"the frontier takes more than {seconds:.0f} seconds; dpsql frontier searches it to its"
            " end"
        )
        return Insight(left_out=why)
    floor = _find_floor(job, loaded)
    insight = Insight(
        points,
        checked=found.checked,
        unproven=len(found.best_counted),
        frontier_seconds=None if found.is_whole else seconds,
    )
    if found.is_whole:
        # Where the frontier is not known, levels are explored as other algorithms are.
        given = job, loaded, checker, found, table, floor, chosen
        explored = explore_levels(*given, lists_minimal=tells_nodes)
        insight = replace(insight, exploration=explored)
    if not tells_nodes:
        return insight
    knowledge = _know(job, loaded, found, floor)
    if chosen and is_optimum:
        tag_around_optimum(knowledge, chosen, METRICS[job.metric], table)
    return _tell_nodes(insight, loaded, knowledge, chosen)


def _know(job: Job, loaded: Loaded, found: FrontierResult, floor: Node) -> Knowledge:
    knowledge = tag_all(loaded.lattice, found.counted, job.delta.max if job.delta else None)
    knowledge.rule_out_below(floor)
    return knowledge


def _tell_nodes(
    insight: Insight, loaded: Loaded, knowledge: Knowledge, chosen: Node | None
) -> Insight:
    """Add what is known of every node, and of the one that is chosen."""
    place = None if chosen is None else loaded.lattice.position(chosen)
    return replace(
        insight,
        layers=tuple(Layer(*counts) for counts in count_by_layer(knowledge)),
        chosen_layer=chosen.height if chosen else None,
        chosen_kind=None if place is None else _KINDS[int(knowledge.tags[place])],
    )


def _find_floor(job: Job, loaded: Loaded) -> Node:
    """Return the floor of the job; that of the frontier is lower, because it allows any δmax."""
    sizes = loaded.sizes
    models = [model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job)]
    return measure_levels(
        loaded.engine, loaded.hierarchies, loaded.leaf_counts, models, sizes
    ).floor
