"""Buckets in memory bound what the classes themselves give, as those of the engine do."""

from fractions import Fraction

import numpy as np
import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.buckets import bracket_buckets
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.search.confident.class_shares import group_classes


@pytest.mark.parametrize("seed", range(5))
def test_buckets_hold_every_class_once_and_bound_their_sum(seed):
    random = np.random.default_rng(seed)
    members = random.integers(1, 6, 500)
    shares = random.dirichlet(np.full(501, 0.3))[:500]
    shares[random.random(500) < 0.05] = 0
    classes = SharedClasses(members, shares)
    law = IndependentLaw(2_000_000, int(members.sum()), members_included=False)
    bounds = PresenceBounds(Fraction(0), Fraction(1, 50))
    found = group_classes(classes)
    assert found.numbers.sum() == 500
    assert (found.numbers * found.low.members).sum() == members.sum()
    assert found.total.shares.sum() == pytest.approx(shares.sum())
    assert ((found.low.shares == 0) == (found.high.shares == 0)).all()
    assert (found.high.shares <= found.low.shares * 1.002).all()
    total = law.violations(classes, bounds).sum()
    bracket = bracket_buckets(law, found.numbers, found.low, found.high, bounds)
    assert bracket.least - 1e-9 <= total <= bracket.most + 1e-9
