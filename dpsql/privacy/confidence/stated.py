"""The law that a job states: a size or an interval of sizes, with tables or with a sample."""

from dataclasses import dataclass
from typing import Any

from dpsql.privacy.confidence.independent import IndependentLaw
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.sample import KAPPA, SampleLaw
from dpsql.privacy.confidence.sizes import IntervalLaw


@dataclass(frozen=True)
class Sampled:
    """The people of a sample, and how many without weights would say as much."""

    people: int
    effective: float


def find_law(
    sizes: tuple[int, int], private_rows: int, sample: Sampled | None, *, members_included: bool
) -> Law[Any]:
    """Return the law of the people of P who are not in T.

    `sizes`: the least and the greatest number of people of P. The law is one of `SharedClasses`,
    of a sample one of `SampledClasses`.

    Raises:
        InputError: P is smaller than T, or than the sample.
    """

    def at(size: int) -> Law[Any]:
        if sample is None:
            return IndependentLaw(size, private_rows, members_included)
        pull = sample.effective + KAPPA
        return SampleLaw(size, private_rows, sample.people, pull, members_included)

    least, most = sizes
    return at(least) if least == most else IntervalLaw(at(least), at(most))
