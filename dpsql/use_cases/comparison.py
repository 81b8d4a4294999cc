"""Compares what the job's algorithm keeps of the table with what others would keep."""

from time import monotonic

from dpsql.domain.alternative import ALTERNATIVES, Alternative, Comparison, Kept
from dpsql.domain.job import Job
from dpsql.generalize.alternatives import measure_alternative
from dpsql.session.load import MAX_QUASI_IDENTIFIERS, Loaded
from dpsql.session.models import states_model
from dpsql.session.options import Options

#: A report waits for them: no alternative begins after so many seconds. Many statements read all
#: distinct tuples of P, so there are limits to these and to nodes.
MOST_SECONDS = 4.0
MOST_TUPLES = 200_000
MOST_NODES = 100_000
#: Most seconds of one alternative. A search soon knows a release that loses little more than the
#: best, but cutting that is ended early has lost little less than it began with.
_SEARCHING, _CUTTING = 0.3, 1.5
#: The kinds by the work that they take as a rule, the least first. A choice from P by columns takes
#: most, and is whole or nothing.
_BY_WORK = ("levels", "root", "cuts", "columns", "boxes")
_LAST = ("columns", "from_public")


def compare(
    job: Job, loaded: Loaded, options: Options, found: float | None = None, *, is_whole: bool = True
) -> Comparison:
    """Measure all alternatives, within the limits of a report.

    `found`: what the job's own algorithm loses, if it is known; it is not searched again.
    """
    sizes = loaded.sizes
    if not states_model(job):
        return Comparison(left_out="the job states nothing to satisfy, so raw values would do")
    if not sizes.private_rows:
        return Comparison(left_out="T has no rows, so there is nothing to lose")
    lattice = loaded.lattice
    is_wide = len(lattice.heights) > MAX_QUASI_IDENTIFIERS
    if sizes.tuples > MOST_TUPLES or lattice.size > MOST_NODES or is_wide:
        return Comparison(
            left_out=f"a report compares at most {MOST_TUPLES:,} distinct tuples of P and"
            f" {MOST_NODES:,} nodes, and there are {sizes.tuples:,} and {lattice.size:,};"
            " run the job once per algorithm instead"
        )
    own = Alternative(job.algorithm, job.choose)
    listed = [one for one in ALTERNATIVES if found is None or not one.is_like(own)]
    end = monotonic() + MOST_SECONDS
    listed.sort(key=lambda one: ((one.kind, one.choose) == _LAST, _BY_WORK.index(one.kind)))
    kept = [_measure(job, loaded, one, options, end) for one in listed]
    if found is not None:
        kept.append(Kept(own, found, is_whole, is_of_job=True))
    return Comparison(tuple(sorted(kept, key=lambda one: one.place)))


def _measure(job: Job, loaded: Loaded, one: Alternative, options: Options, end: float) -> Kept:
    if monotonic() > end:
        return Kept(one, left_out=f"not tried: the others took all {MOST_SECONDS:.0f} seconds")
    # A choice from P must be whole, or others could not repeat it.
    is_search = one.choose == "optimum" and one.kind not in ("cuts", "boxes")
    seconds = _SEARCHING if is_search else _CUTTING
    return measure_alternative(job, loaded, one, options, seconds)
