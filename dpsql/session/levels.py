"""The levels that a job lets a search look at, and how much the loss of each column counts."""

from collections.abc import Mapping
from math import lcm

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Lattice
from dpsql.errors import ConfigError

#: The complaint where a choice from P finds nothing within the limits.
TELL_LIMITS = (
    "choose: from_public: no levels between least_level and most_level have enough people in every"
    " class; widen them"
)


def make_lattice(job: Job, hierarchies: Mapping[str, Hierarchy]) -> Lattice:
    """Return all nodes, with the limits of the job.

    Raises:
        ConfigError: a limit is no level of its hierarchy.
    """
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    columns = job.quasi_identifiers
    if not any(words.is_limited for words in columns.values()):
        return Lattice(tuple(heights.values()))
    least, most = [], []
    for name, height in heights.items():
        words = columns[name]
        for level in (words.least_level, words.most_level):
            if level is not None and level > height:
                place = job.place_levels(name)
                raise ConfigError(f"{place}{name} has levels 0 to {height}, and no level {level}")
        least.append(words.least_level or 0)
        most.append(height if words.most_level is None else words.most_level)
    return Lattice(tuple(heights.values()), tuple(least), tuple(most))


def name_weights(job: Job) -> dict[str, str]:
    """Return the weights of the quasi-identifiers as the job means them; none if all are alike."""
    return {name: str(one.counts_for) for name, one in job.quasi_identifiers.items() if weigh(job)}


def name_most_levels(job: Job) -> dict[str, int]:
    """Return the most_level of each quasi-identifier for which the job states one."""
    stated = {name: one.most_level for name, one in job.quasi_identifiers.items()}
    return {name: level for name, level in stated.items() if level is not None}


def weigh(job: Job) -> tuple[int, ...]:
    """Return the weights of the quasi-identifiers as whole numbers; none if all are alike."""
    weights = [words.counts_for for words in job.quasi_identifiers.values()]
    if len(set(weights)) == 1:
        return ()
    scale = lcm(*(weight.denominator for weight in weights))
    return tuple(int(weight * scale) for weight in weights)


def list_limits(job: Job, heights: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Return the least and the most level of the quasi-identifiers that the job limits."""
    return {
        name: (
            words.least_level or 0,
            heights[name] if words.most_level is None else words.most_level,
        )
        for name, words in job.quasi_identifiers.items()
        if words.is_limited
    }
