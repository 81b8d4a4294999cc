"""How the tables of a job fit each other: P, T, what their rows stand for, and what is kept."""

from typing import TYPE_CHECKING

from dpsql.domain.fits.population_fits import refuse_unfit_population
from dpsql.domain.names import find_same, fold_name

if TYPE_CHECKING:
    from dpsql.domain.job import Job


def refuse_unfit_people(job: "Job") -> None:
    """Raise ValueError unless P is known in one way."""
    if job.public is not None and job.population is not None:
        raise ValueError(
            "P is named twice: public: is its table, and population: what statistics say of"
            " it; drop one"
        )
    if job.population is not None:
        refuse_unfit_population(job, job.population)
    elif job.confidence is not None:
        raise ValueError("confidence is for population:, where P is known from statistics; drop it")


def refuse_unfit_counts(job: "Job") -> None:
    """Raise ValueError where a row that stands for several people cannot."""
    public, private = job.public_count, job.private.count
    if (public or private) and job.private.key is not None:
        raise ValueError(
            "private: a key names one person, and a row with a count is several; drop key and"
            " match T on the quasi-identifiers, or give P and T without count"
        )
    if job.keep and (private or (public and job.private.where is not None)):
        raise ValueError(
            "keep: T is given as counts, whose rows are no single people; drop keep, or give T"
            " as a table with one row per person"
        )
    if job.keep and job.release_count is not None:
        raise ValueError("release: kept columns are released row by row; drop count there, or keep")
    for title, count, keys in (
        ("public", public, ("quasi_identifiers", "public_columns", "keep")),
        ("private", private, ("quasi_identifiers", "public_columns", "keep")),
        ("release", job.release_count, ("quasi_identifiers",)),
    ):
        for key in keys:
            if count is not None and find_same(count, getattr(job, key) or ()):
                raise ValueError(
                    f"{title}: count: {count!r} counts people and describes none; drop it from"
                    f" {key}, or count by another column"
                )


def refuse_unfit_person(job: "Job") -> None:
    """Raise ValueError where no rows of P could each be a person."""
    if job.person is None:
        return
    if len({*map(fold_name, job.person)}) < len(job.person):
        raise ValueError(
            "person: a column stands twice (names that differ only in case count as one)"
        )
    if job.population is not None:
        raise ValueError(
            "person: statistics have no rows that could each be a person; drop it, or give P as"
            " public:"
        )
    if job.public_count is not None:
        raise ValueError(
            f"person: a row of P stands for as many people as its {job.public_count} says, so no"
            " column names one; drop person, or give P without count, with a row for each"
        )


def refuse_unfit_cache(job: "Job") -> None:
    """Raise ValueError unless counts of P can be kept, and are of use."""
    if job.cache is None:
        return
    if job.engine.duckdb is None:
        raise ValueError("cache: only the embedded engine keeps counts; drop cache, or engine")
    if job.private.key is not None:
        raise ValueError(
            "cache: T has a key of P, by which P is read anyway; drop key from private, and T is"
            " matched on the quasi-identifiers, or drop cache"
        )
    if job.private.source is None:
        raise ValueError(
            "cache: where T is marked in P, P is read anyway; give T as a table of its own, or"
            " drop cache"
        )
