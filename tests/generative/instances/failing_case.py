"""A case of which much fails: searches ascend, slice and price on it, as on few random cases."""

from fractions import Fraction
from random import Random

from tests.generative.instances.cases import Case
from tests.generative.instances.columns import Column
from tests.oracle.tables.instance import Models


def make_failing_case(metric: str) -> Case:
    """Return sixty people in three columns of eight values, about a fifth of them in T."""
    random = Random(9)  # With this number every search ascends; the tests assert it.
    digits = Column(
        pool=("000", "001", "010", "011", "100", "101", "110", "111"), rule=("prefix", (2, 1))
    )
    public = tuple(tuple(random.choice(digits.pool) for _ in range(3)) for _ in range(60))
    members = tuple(random.random() < 0.2 for _ in range(60))
    return Case((digits,) * 3, public, members, Models(delta=(Fraction(0), Fraction(2, 5))), metric)
