"""The vectors of estimates from statistics: which of them dpsql delivers, and that it has them.

Individual risks, Zayatz and Pitman are in `test_estimates`, thresholds in `test_risks`, the three
attackers in `tests/spec/test_risks_of_the_paper_example.py`. Not delivered, as docs/compared.md
says: ARX's k-map of a sample (`arx_kmap`, Poisson and truncated), and columns that are `inferred`
from T.
"""

from fractions import Fraction as F

import numpy as np
import pytest

from dpsql.privacy.confidence.averages import estimate_presence, expected_presence
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.least_delta import delta_at_confidence


def classes(*pairs):
    """Classes by their rows of T and their share of P."""
    members, shares = zip(*pairs, strict=True)
    return SharedClasses(np.array(members), np.array([float(share) for share in shares]))


@pytest.mark.parametrize(
    ("size", "rows", "share", "presence"),
    [
        (10**6, 3, F("0.002") * F("0.01") * F("0.5"), F(3, 10)),
        (1000, 15, F(1, 10), F(3, 20)),
        # No table has the values: nobody else has them.
        (1000, 2, F(0), F(1)),
        # Independent marginals of the paper example say so; 1/2 and 2/3 are true.
        (9, 3, F(6, 9) * F(6, 9), F(3, 4)),
        (9, 2, F(3, 9) * F(3, 9), F(1)),
    ],
)
def test_estimated_presence(size, rows, share, presence):
    found = estimate_presence(IndependentLaw(size, rows), classes((rows, share)))
    assert found[0] == pytest.approx(float(presence), rel=1e-14)


def test_shares_inferred_from_t_would_tell_nothing():
    """Every class then has the presence |T|/|P|, whatever T is."""
    rows = [1, 4, 15]
    found = estimate_presence(
        IndependentLaw(1000, 20), classes(*((some, F(some, 20)) for some in rows))
    )
    assert found == pytest.approx([20 / 1000] * 3, rel=1e-13)


#: In so large a P the seven other people that are expected follow Poisson's law but for 1e-8.
LARGE, SEVEN = IndependentLaw(10**9, 3), classes((3, F(10, 10**9)))


def test_the_estimate_is_less_than_the_mean_presence():
    assert estimate_presence(LARGE, SEVEN)[0] == pytest.approx(0.3)
    assert expected_presence(LARGE, SEVEN)[0] == pytest.approx(0.3235992090618267, rel=1e-8)


@pytest.mark.parametrize(
    ("asked", "delta"), [("9/10", F(3, 7)), ("19/20", F(1, 2)), ("99/100", F(3, 5))]
)
def test_the_delta_of_one_class_that_holds_with_a_confidence(asked, delta):
    assert delta_at_confidence(LARGE, SEVEN, F(0), F(asked)) == delta
