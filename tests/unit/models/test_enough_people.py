"""How many people a class needs where only statistics of P are known."""

from fractions import Fraction

import numpy as np
import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.enough import find_enough
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses

SURE = Fraction(19, 20)


@pytest.mark.parametrize(("people", "rows"), [(1000, 50), (30_000, 1000), (5_000_000, 20_000)])
@pytest.mark.parametrize("included", [True, False])
def test_larger_classes_of_a_t_like_p_are_surely_in_bounds(people, rows, included):
    """At the expected number of rows, and at one more than four standard deviations allow less."""
    bounds = PresenceBounds(Fraction(0), Fraction(1, 10))
    law = IndependentLaw(people, rows, included)
    enough = find_enough(law, SharedClasses, (people, rows), bounds, SURE)
    assert 1 < enough < people
    for number in (enough, enough + 1, 2 * enough, people // 2):
        share = number / people
        expected = np.array([int(rows * share)], dtype=np.int64)
        found = law.violations(SharedClasses(expected, np.array([share])), bounds)[0]
        assert found <= float(1 - SURE) * share


def test_all_of_p_is_needed_where_no_class_is_enough():
    bounds = PresenceBounds(Fraction(0), Fraction(1, 20))
    law = IndependentLaw(100, 6)
    assert find_enough(law, SharedClasses, (100, 6), bounds, SURE) == 100
