"""Which δmax are tried where there is no frontier: the job's, and round ones around it."""

from fractions import Fraction

from dpsql.domain.job import Job
from dpsql.domain.round_bounds import choose_bounds
from dpsql.session.load import Loaded

#: How many are tried besides the job's, one half below it and one above, if there are so many.
_MOST_TRIED = 6


def list_tried(job: Job, loaded: Loaded) -> list[Fraction]:
    """Return the δmax to try, the job's first, then those next to it; δ contains |T|/|P|."""
    prior = Fraction(loaded.sizes.private_rows, loaded.sizes.public_rows)
    least = max(prior, job.delta.min if job.delta else Fraction(0))
    return choose_bounds(least, job.delta.max if job.delta else None, _MOST_TRIED)
