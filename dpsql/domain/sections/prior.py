"""How likely people are to be in T before the release, as somebody may know it.

A table of rates by columns of P, or a column of P that has the rate of each person.
"""

from typing import Protocol, Self

from pydantic import ConfigDict, model_validator

from dpsql.domain.job_section import Name
from dpsql.domain.sections.algorithm import SPALM, Algorithm
from dpsql.domain.sections.source import Source, as_source
from dpsql.errors import ConfigError


class Prior(Source):
    """Rates by columns of P, in a table of their own; or a column of P, which needs no table."""

    model_config = ConfigDict(
        json_schema_extra={
            "description": "Everybody's chance to be in T before the release.",
            "oneOf": [{"required": ["path"]}, {"required": ["table"]}, {"required": ["column"]}],
        }
    )

    columns: tuple[Name, ...] = ()
    """Columns of P, and of the table, that the rate depends on."""
    rate: Name | None = None
    """The column of the table with the chance to be in T, from 0 to 1."""
    column: Name | None = None
    """A column of P with each person's chance, in place of a table."""

    @model_validator(mode="after")
    def _one_measure(self) -> Self:
        if self.column is not None:
            return self
        if not self.columns or self.rate is None:
            raise ValueError(
                "write {path: …, columns: […], rate: …}, with the columns of P that rates depend on"
                " and the column of the table with the rates; or {column: …}, a column of P with"
                " the rates"
            )
        if self.rate in self.columns or len(set(self.columns)) < len(self.columns):
            raise ValueError("columns names each column once, and not that of the rates")
        return self

    def _refuse_other_places(self) -> None:
        if self.column is None:
            super()._refuse_other_places()
        elif any(place is not None for place in self._places) or self.columns or self.rate:
            raise ValueError("column is a column of P with the rates; drop the other keys")

    @property
    def known_by(self) -> tuple[str, ...]:
        """The columns of P that the rates depend on."""
        return self.columns if self.column is None else (self.column,)

    @property
    def has_table(self) -> bool:
        """Whether the rates are in a table of their own."""
        return self.column is None


def as_prior(value: object) -> object:
    """Read the short forms of a table; a column of P is no place to read from."""
    is_column = isinstance(value, dict) and "column" in value
    return value if value is None or is_column else as_source(value)


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def public(self) -> object: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def cache(self) -> object: ...
    @property
    def choose(self) -> str: ...


def refuse_unfit_prior(job: _Asked) -> None:
    """Raise ValueError for a job that cannot be judged under a prior."""
    if job.public is None:
        raise ValueError("prior: it needs the people of P; statistics do not list them, drop it")
    if job.algorithm.name != SPALM.name:
        raise ValueError(
            "prior: with it, levels are searched; write algorithm: spalm, or drop prior"
        )
    if job.choose != "optimum":
        raise ValueError("prior: choose: from_public does not judge by it; drop one of them")
    if job.cache is not None:
        raise ValueError("prior: kept counts do not have the rates of people; drop cache, or prior")


class _Informed(Protocol):
    @property
    def prior(self) -> object: ...


def refuse_prior(job: _Informed) -> None:
    """Raise ConfigError if the job has a prior, for what would not take it into account."""
    if job.prior is not None:
        raise ConfigError(
            "prior: this command does not judge by rates, and would take all people of a class for"
            " equally likely to be in T; with a prior there are check, measure, anonymize, verify,"
            " report and compare"
        )
