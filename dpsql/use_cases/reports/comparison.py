"""Compares what the job's algorithm keeps of the table with what others would keep."""

from collections.abc import Sequence
from dataclasses import replace

from dpsql.domain.alternative import ALTERNATIVES, NO_TIME, Alternative, Comparison, Kept
from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint
from dpsql.domain.job import Job
from dpsql.domain.sections.algorithm import SPALM
from dpsql.errors import ConfigError
from dpsql.generalize.alternatives import measure_alternative, tell_problem
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.load import Loaded
from dpsql.session.models import states_model
from dpsql.session.search_limits import MAX_QUASI_IDENTIFIERS

#: Most distinct tuples and nodes: many statements read all distinct tuples of P.
MOST_TUPLES, MOST_NODES = 200_000, 100_000
#: What one search has of the seconds of a page, by kind: it ends then with the best it has. Soon
#: a search knows a release that loses little more than the best; cutting ended early does not.
_SEARCHING, _CUTTING = 0.075, 0.25
#: Seconds that a search has in any case: most end by themselves in them.
_LEAST_SEARCHING = 0.5
#: A choice from P, which is whole or nothing, is not begun with less than this share.
_LEAST_CHOOSING = 0.1
#: The kinds by the work that they take as a rule, the least first. But for levels, what is chosen
#: from T comes before: it can be explored as well. A choice from P is whole or nothing.
_BY_WORK = ("levels", "root", "columns", "cuts", "boxes")
_LEVELS = Alternative(SPALM, "optimum")


def compare_searches(
    known: SharedSearches, seconds: float, found: ExploredPoint | None = None
) -> list[Kept]:
    """Measure the alternatives that look at T, each within its share of the `seconds`.

    `seconds`: what the page has for other algorithms. `found`: what the job's own algorithm found,
    if it sought least loss; it is not searched again.
    """
    own = Alternative(known.job.algorithm, known.job.choose)
    kept = [
        _search(known, one, seconds)
        for one in sorted(ALTERNATIVES, key=_rank)
        if one.choose == "optimum" and (found is None or not one.is_like(own))
    ]
    if found is not None:
        kept.append(Kept(own, found.loss, found.is_whole, is_of_job=True, point=found))
    return kept


def compare_choices(
    known: SharedSearches, seconds: float, left: float, searched: Sequence[Kept]
) -> list[Kept]:
    """Measure the alternatives that choose from P alone, as long as there is time `left`."""
    own = Alternative(known.job.algorithm, known.job.choose)
    is_known = any(one.is_of_job for one in searched)
    budget, kept = known.begin(left), list[Kept]()
    for one in sorted(ALTERNATIVES, key=_rank):
        if one.choose == "optimum" or (is_known and one.is_like(own)):
            continue
        # It takes no less than the search in T that was ended early.
        is_hopeless = any(
            two.alternative.algorithm == one.algorithm and not (two.is_whole and two.point)
            for two in searched
        )
        if is_hopeless or budget.left < seconds * _LEAST_CHOOSING:
            kept.append(Kept(one, left_out=_find_misfit(known.job, one) or NO_TIME))
        else:
            kept.append(measure_alternative(known, one, budget.left))
    return kept


def join(*kept: Sequence[Kept]) -> Comparison:
    """Return all in the order in which they are shown."""
    return Comparison(tuple(sorted((one for some in kept for one in some), key=lambda k: k.place)))


def find_obstacle(job: Job, loaded: Loaded) -> str:
    """Return why nothing is compared; empty if nothing is in the way."""
    sizes, lattice = loaded.sizes, loaded.lattice
    if job.prior is not None:
        return "levels alone are judged by a prior"
    if job.earlier:
        return "levels alone are judged together with earlier releases"
    if not states_model(job):
        return "the job states nothing to satisfy, so raw values would do"
    if not sizes.private_rows:
        return "T has no rows, so there is nothing to lose"
    is_wide = len(lattice.heights) > MAX_QUASI_IDENTIFIERS
    if sizes.tuples > MOST_TUPLES or lattice.size > MOST_NODES or is_wide:
        return (
            f"a report compares at most {MOST_TUPLES:,} distinct tuples of P and"
            f" {MOST_NODES:,} nodes, and there are {sizes.tuples:,} and {lattice.size:,};"
            " dpsql compare JOB --algorithm … compares more"
        )
    return ""


def share(job: Job, compared: Comparison, explored: Sequence[ExploredAlgorithm]) -> Comparison:
    """Tell what was explored where it is better: both sections have the same figures.

    A search that was ended before it found anything of its own has none.
    """
    most = job.delta.max if job.delta else None
    points = {
        one.name: [point for point in one.points if most is None or point.delta_max <= most]
        for one in explored
    }

    def improve(one: Kept) -> Kept:
        # What the job cuts by its own options is explored by another name.
        if one.alternative.choose != "optimum":
            return one
        return one.improved_by(points.get(one.alternative.name, ()))

    return replace(compared, kept=tuple(map(improve, compared.kept))).without_unsearched()


def _find_misfit(job: Job, one: Alternative) -> str:
    """Return why a job does not allow an alternative; empty if it does."""
    try:
        job.with_algorithm(one.algorithm, choose=one.choose, metric="loss")
    except ConfigError as problem:
        return tell_problem(problem)
    return ""


def _rank(one: Alternative) -> tuple[bool, int]:
    return one.choose != "optimum" and one.kind != "levels", _BY_WORK.index(one.kind)


def _search(known: SharedSearches, one: Alternative, seconds: float) -> Kept:
    delta = known.job.delta
    if one == _LEVELS and (point := known.find_levels(delta.max if delta else None)):
        point = point if delta is None else replace(point, delta_max=delta.max)
        return Kept(one, point.loss, point=point)
    cuts = one.kind in ("cuts", "boxes")
    time = seconds * _CUTTING if cuts else max(seconds * _SEARCHING, _LEAST_SEARCHING)
    return measure_alternative(known, one, time)
