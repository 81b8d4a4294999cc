"""However a class is divided, its excess of rows of T is in classes that violate a model."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.search.pooled.excess import Excess

PARTS = st.lists(
    st.integers(1, 8).flatmap(lambda people: st.tuples(st.just(people), st.integers(0, people))),
    min_size=1,
    max_size=6,
)
DELTAS = st.fractions(0, 1, max_denominator=9).map(
    lambda most: PresenceModel(PresenceBounds(Fraction(0), most))
)
COUNTS = st.sampled_from([KAnonymity, KMap, WeakKAnonymity]).flatmap(
    lambda model: st.integers(1, 20).map(model)
)


@given(PARTS, st.lists(DELTAS | COUNTS, max_size=3))
def test_no_division_lets_the_excess_settle(parts, models):
    public, private = (np.array([sum(side)]) for side in zip(*parts, strict=True))
    (excess,) = Excess.of(models).count(public, private)
    cannot_settle = sum(
        rows for people, rows in parts if not all(model.holds(people, rows) for model in models)
    )
    assert 0 <= excess <= cannot_settle


def test_counts_beyond_64_bits_are_exact():
    delta = Fraction(10**18 - 1, 10**18)
    people = np.array([10**6, 3 * 10**6])
    assert Excess(delta).count(people, people).tolist() == [1, 1]
