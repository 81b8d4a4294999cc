"""The lines of a job that lead to a point of the slider."""

from collections.abc import Mapping
from fractions import Fraction

from dpsql.domain.found.explored import ExploredPoint
from dpsql.domain.sections.algorithm import Algorithm
from dpsql.domain.words.yaml_words import as_yaml


def write_lines(algorithm: Algorithm | None, point: ExploredPoint, delta_min: Fraction) -> str:
    """Return the lines that stand in the job in place of its own; empty for the job as it is.

    A search by them finds this release, or one that loses no more: the point holds at its δmax, and
    is among what is searched. Where people climb, `least` is that of the point, unless a search at
    its δmax finds it: the numbers that are tried depend on δmax.

    >>> from dpsql.domain.found.statistics import Presence
    >>> from dpsql.domain.sections.algorithm import PooledOptions
    >>> nobody = Presence(Fraction(0), Fraction(1, 7), ())
    >>> point = ExploredPoint(Fraction(1, 7), 0.5, {}, nobody, least=11)
    >>> print(write_lines(Algorithm(pooled=PooledOptions()), point, Fraction(0)))
    delta: {max: 1/7}
    algorithm: {pooled: {least: 11}}
    metric: loss
    choose: optimum
    >>> found = ExploredPoint(Fraction(1, 7), 0.5, {}, nobody, least=11, finds_least=True)
    >>> write_lines(Algorithm(pooled=PooledOptions()), found, Fraction(0)).splitlines()[1]
    'algorithm: pooled'
    >>> hostile = Algorithm(pooled=PooledOptions(path=("a: b", "x")))
    >>> write_lines(hostile, found, Fraction(0)).splitlines()[1]
    "algorithm: {pooled: {path: ['a: b', x]}}"
    """
    if algorithm is None:
        return ""
    words = algorithm.words
    if point.least is not None and not point.finds_least:
        stated = words["pooled"] if isinstance(words, Mapping) else {}
        words = {"pooled": {**stated, "least": point.least}}
    ends = {"min": delta_min, "max": point.delta_max} if delta_min else {"max": point.delta_max}
    delta = {key: end.numerator if end.denominator == 1 else str(end) for key, end in ends.items()}
    told = {"delta": delta, "algorithm": words, "metric": "loss", "choose": "optimum"}
    return "\n".join(f"{key}: {as_yaml(one)}" for key, one in told.items())
