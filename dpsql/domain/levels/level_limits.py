"""Which levels a job leaves to the search, and the levels that somebody chose for it."""

from collections.abc import Mapping
from typing import Protocol

from dpsql.domain.levels.lattice import read_levels
from dpsql.domain.names import suggest
from dpsql.domain.sections.algorithm import FULL_DOMAIN, Algorithm
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import ConfigError
from dpsql.faces import name_option


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def quasi_identifiers(self) -> Mapping[str, QuasiIdentifier]: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def choose(self) -> str: ...


def refuse_unfit_limits(job: _Asked) -> None:
    """Raise ValueError for limits or weights that the algorithm of a job does not know."""
    columns = job.quasi_identifiers.values()
    if job.algorithm.name not in FULL_DOMAIN and job.algorithm.pooled is None:
        _refuse_limits_of_parts(job)
    if not any(one.counts_for for one in columns):
        raise ValueError("quasi_identifiers: no weight is above 0; then nothing would be lost")


def _refuse_limits_of_parts(job: _Asked) -> None:
    columns, name = job.quasi_identifiers.values(), job.algorithm.name
    if job.algorithm.rest is not None:
        # Cuts begin at the root, and a part may have none.
        if any(one.most_level is not None for one in columns):
            raise ValueError(
                f"algorithm: {name} cuts down from the root, and keeps least_level only; write"
                " algorithm: spalm, or drop most_level"
            )
        return
    if any(one.is_limited for one in columns):
        others = "spalm or pooled"
        if all(one.most_level is None for one in columns):
            others = "spalm, pooled or {mpalm: {cuts: hierarchy}}"
        raise ValueError(
            f"algorithm: {name} does not keep within least_level and most_level; write algorithm:"
            f" {others}, or drop them"
        )
    if any(one.counts_for != 1 for one in columns):
        raise ValueError(
            f"algorithm: {name} does not know weight, which is for levels, pooled and cuts:"
            " hierarchy; drop it"
        )


def has_fixed_levels(job: _Asked) -> bool:
    """Whether each quasi-identifier has one level only."""
    return all(one.is_fixed for one in job.quasi_identifiers.values())


def fix_levels(job: _Asked, levels: Mapping[str, int]) -> dict[str, QuasiIdentifier]:
    """Return the quasi-identifiers of a job, each with its level alone, 0 where not named.

    Raises:
        ConfigError: as of `Job.at_levels`.
    """
    levels, option = read_levels(levels), name_option("levels")
    _refuse_unknown_levels(job, levels, option)
    if job.algorithm.name not in FULL_DOMAIN:
        start = ""
        if job.algorithm.pooled is not None:
            start = " or fix where people start by least_level and most_level,"
        raise ConfigError(
            f"{option}: {job.algorithm.name} does not release one level for all rows; write"
            f" algorithm: spalm,{start} or drop {option}"
        )
    if job.choose != "optimum":
        raise ConfigError(
            f"{option}: choose: from_public chooses them itself; drop {option}, or choose"
        )
    fixed = {}
    for name, words in job.quasi_identifiers.items():
        level = levels.get(name, 0)
        if type(level) is not int or level < 0:
            raise ConfigError(f"{option}: the level of {name} is a whole number of at least 0")
        if not words.allows(level):
            asked = f"has level {level}" if name in levels else "is not named, and so raw (level 0)"
            raise ConfigError(f"{option}: {name} {asked}; the job allows {words.name_limits()}")
        fixed[name] = words.at(level)
    return fixed


def _refuse_unknown_levels(job: _Asked, levels: Mapping[str, object], option: str) -> None:
    """Raise ConfigError for a name, or a level of a rule, that no algorithm has."""
    for name, level in levels.items():
        if name not in job.quasi_identifiers:
            hint = suggest(name, job.quasi_identifiers)
            raise ConfigError(f"{option}: {name!r} is not a quasi-identifier of the job{hint}")
        rule = job.quasi_identifiers[name].rule()
        if rule is not None and type(level) is int and level > rule.height:
            raise ConfigError(
                f"{option}: {name} has levels 0 to {rule.height}, and no level {level}"
            )
