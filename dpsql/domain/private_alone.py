"""A job whose P is known from statistics only, as one in which T is all there is."""

from dpsql.domain.job import Job
from dpsql.domain.sections.private_table import PrivateTable


def with_private_alone(job: Job) -> Job:
    """Return the job in which T is all of P: what it says of T holds, presence is no demand."""
    known = job.public_columns or tuple(job.quasi_identifiers)
    everybody = PrivateTable(where="(TRUE)")
    presence = {"population": None, "delta": None, "confidence": None}
    tables = {"public": job.everybody, "private": everybody, "public_columns": known}
    return job.with_unchecked(presence | tables)
