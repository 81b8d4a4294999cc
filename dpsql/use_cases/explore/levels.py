"""What the frontier of levels has to show: presence and losses at its points, minimal nodes."""

from collections.abc import Sequence

from dpsql.domain.found.explored import (
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
    MinimalNode,
    MinimalNodes,
)
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import Budget, Limits
from dpsql.domain.sections.algorithm import SPALM
from dpsql.generalize.released_risk import find_link_risk
from dpsql.metrics.catalog import LOSS
from dpsql.search.checker import Checker
from dpsql.search.full_domain.frontier import FrontierResult, Point
from dpsql.search.full_domain.greatest_presence import count_greatest_presence
from dpsql.search.full_domain.minimal_of_frontier import find_minimal_from
from dpsql.session.description import measure_losses
from dpsql.session.load import Loaded
from dpsql.sql.shown_classes import list_people

#: So long presence is measured at the points of the frontier, and minimal nodes are searched.
_MEASURING_SECONDS, _MINIMAL_SECONDS = 1.0, 0.5
#: So many points are measured in any case.
_FEWEST_POINTS = 3
#: Most distinct tuples of which a statement for each point counts the risk in no time; of more, the
#: classes of nearly all nodes are in memory.
_FEW_TUPLES = 20_000
#: Most minimal nodes on a page; the others are counted.
MOST_MINIMAL = 200
#: Examples of P, of whom a page shows some, and most distinct tuples of P that are sorted for them.
_PEOPLE, _MOST_TUPLES = 12, 1_000_000


def explore_levels(
    job: Job,
    loaded: Loaded,
    checker: Checker,
    found: FrontierResult,
    table: TableStatistics,
    floor: Node,
    chosen: Node | None = None,
    *,
    lists_minimal: bool = True,
) -> Exploration:
    """Measure the points of a frontier, and find the minimal nodes; `chosen`: that of the page.

    Nodes are left out unless it `lists_minimal`.
    """
    if not found.points:
        return Exploration()
    points, note = _measure(job, loaded, checker, found.points, table)
    given = job, loaded, checker, found, table, floor, chosen
    return Exploration(
        (ExploredAlgorithm("levels", points, note=note, algorithm=SPALM),),
        list_example_people(loaded),
        _list_minimal(*given) if lists_minimal else None,
    )


def _list_minimal(
    job: Job,
    loaded: Loaded,
    checker: Checker,
    found: FrontierResult,
    table: TableStatistics,
    floor: Node,
    chosen: Node | None,
) -> MinimalNodes:
    delta_max = job.delta.max if job.delta else None
    limits = Limits(budget=Budget(_MINIMAL_SECONDS, loaded.engine.works_here))
    given = checker, count_greatest_presence, found.counted, delta_max, floor, limits
    minimal, is_whole = find_minimal_from(*given)
    costs = LOSS.level_costs(table)
    listed = sorted(
        (LOSS.value(LOSS.sum_costs(node.levels, costs), table), node.levels, node, presence)
        for node, presence in minimal.items()
    )
    nodes = tuple(
        MinimalNode(loaded.name_levels(node), loss, presence, node == chosen)
        for loss, _, node, presence in listed[:MOST_MINIMAL]
    )
    return MinimalNodes(nodes, len(minimal), is_whole)


def _measure(
    job: Job, loaded: Loaded, checker: Checker, points: Sequence[Point], table: TableStatistics
) -> tuple[tuple[ExploredPoint, ...], str]:
    """Measure everybody's presence at points, those next to the job's δmax first."""
    budget = Budget(_MEASURING_SECONDS, loaded.engine.works_here)
    measured: dict[int, ExploredPoint] = {}
    asked = job.delta.max if job.delta else None
    middle = points[0].greatest_presence if asked is None else asked
    for number in sorted(
        range(len(points)), key=lambda i: abs(points[i].greatest_presence - middle)
    ):
        if budget.left < 0 and len(measured) >= _FEWEST_POINTS:
            break
        point = points[number]
        levels, tables = loaded.name_levels(point.node), checker.class_tables
        measured[number] = ExploredPoint(
            point.greatest_presence,
            LOSS.value(point.cost, table),
            measure_losses(loaded, point.node, table),
            tables.measure_presence(point.node, job.presence_bars)
            or checker.measure_presence(point.node, job.presence_bars),
            levels,
            risk=tables.measure_risk(point.node)
            or (find_link_risk(loaded, levels) if loaded.sizes.tuples <= _FEW_TUPLES else None),
        )
    note = ""
    if len(measured) < len(points):
        note = (
            f"{len(measured)} of {len(points)} points, those next to the job's δmax: measuring the"
            f" others takes more than {_MEASURING_SECONDS:.0f} second"
        )
    return tuple(measured[number] for number in sorted(measured)), note


def list_example_people(loaded: Loaded) -> tuple[tuple[tuple[Leaf, ...], ...], ...]:
    """Return the labels, on all levels, of a few people of P spread over its sorted tuples."""
    hierarchies = list(loaded.hierarchies.values())
    if loaded.sizes.tuples > _MOST_TUPLES:
        return ()
    rows = list_people(loaded.engine, len(hierarchies), loaded.sizes.tuples, _PEOPLE)
    return tuple(
        tuple(_label(one, leaf) for one, leaf in zip(hierarchies, row, strict=True)) for row in rows
    )


def _label(hierarchy: Hierarchy, leaf: Leaf) -> tuple[Leaf, ...]:
    return tuple(hierarchy.label(leaf, level) for level in range(hierarchy.height + 1))
