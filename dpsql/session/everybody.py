"""Warns of a T that is all of P: then a job with a δ protects nobody."""

import logging

from dpsql.domain.job import Job
from dpsql.domain.sections.private_table import ALL_OF_P
from dpsql.session.load import Loaded

_log = logging.getLogger("dpsql")


def warn_of_everybody(job: Job, loaded: Loaded) -> None:
    """Log a warning if everybody of P is in T, and the job bounds presence.

    Without δ, a table is often made k-anonymous in itself. Where P is statistics, T stands in its
    place.
    """
    sizes = loaded.sizes
    if job.delta is None or job.is_estimated or not sizes.private_rows:
        return
    if sizes.private_rows == sizes.public_rows:
        _log.warning("%s; did you mean another T, or private: {where: …}?", ALL_OF_P)
