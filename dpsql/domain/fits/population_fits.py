"""What a job may ask for if P is known from statistics only."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from dpsql.domain.sections.algorithm import FULL_DOMAIN, Algorithm
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.population import Population
from dpsql.errors import ConfigError

#: Models that count people of P, whom nobody has counted.
_OF_PUBLIC = ("k_map", "weak_k_anonymity", "presence_diversity", "presence_closeness")
#: Metrics of labels and their rows; those of classes are no sums over them.
_OF_LABELS = ("loss", "precision", "entropy")


class _PrivateTable(Protocol):
    @property
    def source(self) -> object: ...
    @property
    def key(self) -> object: ...


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def private(self) -> _PrivateTable: ...
    @property
    def quasi_identifiers(self) -> Mapping[str, object]: ...
    @property
    def delta(self) -> object: ...
    @property
    def confidence(self) -> Fraction | None: ...
    @property
    def constraints(self) -> Constraints: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def cache(self) -> object: ...
    @property
    def metric(self) -> str: ...
    @property
    def choose(self) -> str: ...


def refuse_unfit_population(job: _Asked, population: Population) -> None:
    """Raise ValueError for a job that statistics of P cannot serve."""
    population.refuse_uncovered(tuple(job.quasi_identifiers))
    if job.private.source is None or job.private.key is not None:
        raise ValueError(
            "population: statistics have no rows that a predicate or a key could mark; give T as a"
            " table of its own"
        )
    if population.is_exact:
        return
    if job.delta is not None and job.confidence is None:
        raise ValueError(
            "confidence is missing: how sure must the release be, over all populations that fit"
            " the statistics? Write confidence: 0.95"
        )
    if job.confidence is not None and not 0 < job.confidence < 1:
        raise ValueError(
            "confidence lies above 0 and below 1, as statistics leave something open;"
            " write 0.95, or give P as public:"
        )
    for name in _OF_PUBLIC:
        if getattr(job.constraints, name) is not None:
            raise ValueError(
                f"constraints: {name} counts people of P, and statistics have none; drop it, or"
                " give P as public:"
            )
    if job.algorithm.pooled is not None:
        _refuse_unfit_pooling(job, population)
    elif job.algorithm.name not in FULL_DOMAIN:
        raise ValueError(
            "algorithm: with population: levels are searched; write algorithm: spalm, or pooled (a"
            " budget of uncertainty over boxes or parts is not proven)"
        )
    if job.cache is not None:
        raise ValueError("cache: it keeps counts of P, and statistics have none; drop it")


def _refuse_unfit_pooling(job: _Asked, population: Population) -> None:
    """Raise ValueError for what people cannot climb by where they are expected only."""
    pooled = job.algorithm.pooled
    if pooled is not None and pooled.path != "root":
        raise ValueError(
            "algorithm: with population: people climb to the root at once, as nobody knows who is"
            " left on a longer path; write {pooled: {path: root}}"
        )
    if not population.tables or population.regions is not None:
        raise ValueError(
            "algorithm: pooled with population: needs tables and one size of P; with a sample, or"
            " sizes of regions, write algorithm: spalm"
        )
    if job.metric not in _OF_LABELS:
        raise ValueError(
            f"algorithm: pooled with population: {job.metric} depends on classes, and its search is"
            f" not made; write metric: {', '.join(_OF_LABELS[:-1])} or {_OF_LABELS[-1]}"
        )
    if job.choose != "optimum":
        raise ValueError(
            "choose: from_public with population: chooses levels; write algorithm: spalm, or"
            " choose: optimum"
        )


class _Estimated(Protocol):
    @property
    def is_estimated(self) -> bool: ...


def refuse_estimated(job: _Estimated) -> None:
    """Raise ConfigError if only statistics of P are known, for what needs its people."""
    if job.is_estimated:
        raise ConfigError(
            "population: this command needs the people of P, and statistics do not list them; with"
            " statistics there are check, measure, anonymize, verify, lattice, frontier, choose,"
            " risks and report"
        )
