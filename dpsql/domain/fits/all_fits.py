"""All that the keys of a job must be to each other, in the order in which it is told."""

from typing import TYPE_CHECKING

from dpsql.domain.fits.algorithm_fits import refuse_unfit_cuts, refuse_unfit_path
from dpsql.domain.fits.column_fits import refuse_same_columns, refuse_unkept_sensitive
from dpsql.domain.fits.table_fits import (
    refuse_unfit_cache,
    refuse_unfit_counts,
    refuse_unfit_people,
    refuse_unfit_person,
)
from dpsql.domain.levels.level_limits import refuse_unfit_limits
from dpsql.domain.sections.earlier import refuse_unfit_earlier
from dpsql.domain.sections.known_absence import refuse_unfit_absence
from dpsql.domain.sections.prior import refuse_unfit_prior
from dpsql.domain.sections.questions import refuse_unfit_questions

if TYPE_CHECKING:
    from dpsql.domain.job import Job


def refuse_unfit(job: "Job") -> None:
    """Raise ValueError for the first key, each valid by itself, that does not fit the others."""
    refuse_unfit_people(job)
    if job.prior is not None:
        refuse_unfit_prior(job)
    if job.known_absent is not None:
        refuse_unfit_absence(job)
    if job.earlier:
        refuse_unfit_earlier(job)
    refuse_unkept_sensitive(job)
    refuse_unfit_questions(job)
    refuse_same_columns(job)
    refuse_unfit_counts(job)
    refuse_unfit_person(job)
    refuse_unfit_cache(job)
    refuse_unfit_path(job)
    refuse_unfit_limits(job)
    refuse_unfit_cuts(job)
