"""What a job may ask for where people are known not to be in T."""

from typing import Protocol

from dpsql.errors import ConfigError


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def public(self) -> object: ...
    @property
    def prior(self) -> object: ...
    @property
    def delta(self) -> object: ...


def refuse_unfit_absence(job: _Asked) -> None:
    """Raise ValueError for a job that cannot be judged by who is absent."""
    if job.delta is None:
        raise ValueError("known_absent: δmax bounds what it tells; give the job delta: {max: …}")
    if job.public is None:
        raise ValueError("known_absent: it needs the people of P; statistics do not list them")
    if job.prior is not None:
        raise ValueError("known_absent: it is not judged together with a prior; drop one of them")


class _Informed(Protocol):
    @property
    def known_absent(self) -> object: ...


def refuse_absence(job: _Informed, command: str) -> None:
    """Raise ConfigError if people are known to be absent, for what judges by presence alone."""
    if job.known_absent is not None:
        raise ConfigError(
            f"known_absent: {command} goes by presence alone, and would not take it into account;"
            " drop it from the job"
        )
