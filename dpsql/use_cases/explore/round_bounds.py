"""Which δmax are tried where there is no frontier: the job's, and round ones around it."""

from fractions import Fraction
from itertools import chain, zip_longest

from dpsql.domain.job import Job
from dpsql.domain.round_bounds import ROUND_BOUNDS
from dpsql.session.load import Loaded

#: How many are tried besides the job's, one half below it and one above, if there are so many.
_MOST_TRIED = 6


def list_tried(job: Job, loaded: Loaded) -> list[Fraction]:
    """Return the δmax to try, the job's first, then those next to it; δ contains |T|/|P|."""
    prior = Fraction(loaded.sizes.private_rows, loaded.sizes.public_rows)
    least = max(prior, job.delta.min if job.delta else Fraction(0))
    return choose_bounds(least, job.delta.max if job.delta else None)


def choose_bounds(least: Fraction, own: Fraction | None) -> list[Fraction]:
    """Return δmax to try, none below `least`: `own` first, then round ones next to it, in turn.

    Where one side has too few, the other has more. Without `own` they lie around twice the least,
    or half way from it to certainty.

    >>> [f"{float(one):.0%}" for one in choose_bounds(Fraction(2, 5), Fraction(3, 4))]
    ['75%', '70%', '80%', '60%', '85%', '50%', '90%']
    """
    middle = min(least * 2, (least + 1) / 2) if own is None else own
    allowed = [one for one in ROUND_BOUNDS if one >= least and one != own]
    below = [one for one in reversed(allowed) if one < middle]
    above = [one for one in allowed if one >= middle]
    half = _MOST_TRIED // 2
    sides = (
        below[: max(half, _MOST_TRIED - len(above))],
        above[: max(half, _MOST_TRIED - len(below))],
    )
    nearest = [one for one in chain(*zip_longest(*sides)) if one is not None]
    return ([own] if own is not None and own >= least else []) + nearest
