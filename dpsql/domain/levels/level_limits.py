"""Which levels a job leaves to the search, and the levels that somebody chose for it."""

from collections.abc import Mapping
from typing import Protocol

from dpsql.domain.levels.lattice import read_levels, refuse_missing_levels
from dpsql.domain.sections.algorithm import FULL_DOMAIN, Algorithm
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import ConfigError
from dpsql.faces import name_by_face, name_option


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
    rules = {name: one.rule() for name, one in job.quasi_identifiers.items()}
    known = {name: None if rule is None else rule.height for name, rule in rules.items()}
    refuse_missing_levels(levels, known)
    _refuse_levels_of_parts(job.algorithm)
    if job.choose != "optimum":
        raise ConfigError(
            f"{option}: choose: from_public chooses them itself; drop {option}, or choose"
        )
    fixed = {}
    for name, words in job.quasi_identifiers.items():
        level = levels.get(name, 0)
        if not words.allows(level):
            asked = f"has level {level}" if name in levels else "is not named, and so raw (level 0)"
            raise ConfigError(f"{option}: {name} {asked}; the job allows {words.name_limits()}")
        fixed[name] = words.at(level)
    return fixed


def _refuse_levels_of_parts(algorithm: Algorithm) -> None:
    """Raise ConfigError if an algorithm does not release all rows at one node."""
    if algorithm.name in FULL_DOMAIN:
        return
    option = name_option("levels")
    spalm = name_by_face("write algorithm: spalm", "give job.with_algorithm('spalm')")
    if algorithm.pooled is not None:
        raise ConfigError(
            f"{option}: pooled puts people of rare classes on coarser levels; to release all rows"
            f" at these, {spalm}; to let people start at them, state each as least_level and"
            " most_level of its quasi-identifier"
        )
    raise ConfigError(
        f"{option}: {algorithm.name} does not release one level for all rows; to release all at"
        f" these, {spalm}; or drop {option}"
    )
