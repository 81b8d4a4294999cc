"""Each model against its definition, and the monotonicity that it declares."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.model import PrivacyModel, times
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness, find_neighbours
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.session.models import find_models

COUNTS = st.integers(1, 60).flatmap(
    lambda public: st.tuples(st.just(public), st.integers(0, public))
)


@st.composite
def models(draw):
    kinds = [KAnonymity, KMap, WeakKAnonymity, PresenceDiversity, PresenceCloseness, PresenceModel]
    kind = draw(st.sampled_from(kinds))
    if kind is PresenceDiversity:
        return kind(draw(st.fractions(1, 9, max_denominator=9)), draw(st.booleans()))
    if kind is PresenceCloseness:
        public, private = draw(COUNTS)
        return kind(draw(st.fractions(0, 1, max_denominator=50))).on(public, private)
    if kind is not PresenceModel:
        return kind(draw(st.integers(1, 20)))
    ends = draw(st.tuples(*[st.fractions(0, 1, max_denominator=50)] * 2))
    return PresenceModel(PresenceBounds(min(ends), max(ends)))


@given(COUNTS, st.integers(1, 70))
@settings(deadline=None)
def test_k_anonymity_counts_the_rows_that_are_published(counts, k):
    _, private = counts
    assert KAnonymity(k).holds(*counts) is (private == 0 or private >= k)


@given(COUNTS, st.integers(1, 70))
@settings(deadline=None)
def test_k_map_counts_the_people_behind_what_is_published(counts, k):
    public, private = counts
    assert KMap(k).holds(*counts) is (private == 0 or public >= k)


@given(COUNTS, st.fractions(0, 1), st.fractions(0, 1))
@settings(deadline=None)
def test_presence_lies_between_its_bounds(counts, one, other):
    public, private = counts
    bounds = PresenceBounds(min(one, other), max(one, other))
    expected = bounds.minimum <= Fraction(private, public) <= bounds.maximum
    assert PresenceModel(bounds).holds(*counts) is expected


@given(COUNTS, st.integers(1, 70))
@settings(deadline=None)
def test_weak_k_anonymity_counts_all_classes_of_p(counts, k):
    public, _ = counts
    assert WeakKAnonymity(k).holds(*counts) is (public >= k)
    assert not WeakKAnonymity(k).holds(k - 1, 0)
    assert KMap(k).holds(k - 1, 0)


@pytest.mark.parametrize(
    ("counts", "c", "loosely", "strictly"),
    [
        ((3, 2), "2", True, False),
        ((3, 1), "2", True, False),
        ((3, 2), "21/10", True, True),
        ((3, 2), "19/10", False, False),
        ((2, 1), "1", True, False),
        ((3, 3), "1000000000", False, False),
        ((3, 0), "1000000000", False, False),
    ],
)
def test_diversity_of_presence_is_equation_1(counts, c, loosely, strictly):
    assert PresenceDiversity(Fraction(c)).holds(*counts) is loosely
    assert PresenceDiversity(Fraction(c), strict=True).holds(*counts) is strictly


@given(COUNTS, st.fractions(1, 9, max_denominator=9))
@settings(deadline=None)
def test_diversity_of_presence_is_presence_between_symmetric_bounds(counts, c):
    """P5: equation (1) is equation (2) exactly where δmin = 1 − δmax = 1/(1 + c)."""
    bounds = PresenceBounds(1 / (1 + c), c / (1 + c))
    assert PresenceDiversity(c).holds(*counts) is PresenceModel(bounds).holds(*counts)


@given(COUNTS, st.lists(COUNTS, min_size=1, max_size=5), st.fractions(0, 1))
@settings(deadline=None)
def test_closeness_of_presence_is_presence_around_that_of_p(counts, others, t):
    """P4, however many digits t has."""
    public, private = (sum(ends) for ends in zip(counts, *others, strict=True))
    ratio = Fraction(private, public)
    expected = abs(Fraction(counts[1], counts[0]) - ratio) <= t
    assert PresenceCloseness(t).on(public, private).holds(*counts) is expected


def test_closeness_of_presence_on_the_printed_releases():
    for classes, distance in (
        ([(6, 3), (3, 2)], "1/9"),
        ([(3, 2), (3, 1), (3, 2)], "2/9"),
        ([(4, 0), (5, 5)], "5/9"),
    ):
        exact = PresenceCloseness(Fraction(distance)).on(9, 5)
        below = PresenceCloseness(Fraction(distance) - Fraction(1, 10**18)).on(9, 5)
        assert all(exact.holds(*counts) for counts in classes)
        assert not all(below.holds(*counts) for counts in classes)


def test_closeness_of_presence_judges_nothing_before_it_knows_the_tables():
    with pytest.raises(ValueError, match="before it is told the tables"):
        PresenceCloseness(Fraction(1, 5)).holds(3, 2)


@given(st.fractions(0, 1), st.integers(1, 40))
@settings(deadline=None, max_examples=300)
def test_neighbours_are_the_nearest_fractions_of_small_denominators(x, most):
    fractions = {Fraction(p, q) for q in range(1, most + 1) for p in range(q + 1)}
    least = min(fraction for fraction in fractions if fraction >= x)
    greatest = max(fraction for fraction in fractions if fraction <= x)
    assert find_neighbours(x, most) == (greatest, least)


def test_a_class_without_members_breaks_a_positive_minimum_of_presence_alone():
    assert not PresenceModel(PresenceBounds(Fraction(1, 10**18), Fraction(1))).holds(10, 0)
    assert PresenceModel(PresenceBounds(Fraction(0), Fraction(0))).holds(10, 0)
    assert KAnonymity(5).holds(10, 0)
    assert KMap(50).holds(10, 0)


@given(models(), st.lists(COUNTS, min_size=1, max_size=6))
@settings(deadline=None, max_examples=300)
def test_merging_classes_that_hold_never_breaks_a_model_declared_monotone(model, classes):
    assert model.monotone_under_generalization
    holding = [counts for counts in classes if model.holds(*counts)]
    if holding:
        assert model.holds(sum(p for p, _ in holding), sum(t for _, t in holding))


@given(models(), COUNTS)
@settings(deadline=None, max_examples=300)
def test_dropping_rows_of_t_never_breaks_a_model_declared_monotone_under_suppression(model, counts):
    public, private = counts
    if model.monotone_under_suppression and model.holds(*counts):
        assert all(model.holds(public, fewer) for fewer in range(private))


@pytest.mark.parametrize(
    ("model", "before", "after"),
    [
        (KAnonymity(3), (9, 3), (9, 2)),
        (PresenceModel(PresenceBounds(Fraction(1, 3), Fraction(1))), (9, 3), (9, 2)),
    ],
)
def test_models_not_declared_monotone_under_suppression_are_not(model, before, after):
    assert not model.monotone_under_suppression
    assert model.holds(*before)
    assert not model.holds(*after)


def test_a_job_without_a_statement_has_no_models():
    job = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"a": {"prefix": ["1"]}}}
    assert find_models(Job(**job)) == ()
    found = find_models(
        Job(**job, delta={"max": "1/2"}, constraints={"k_map": "3", "k_anonymity": "2"})
    )
    assert set(found) == {
        PresenceModel(PresenceBounds(Fraction(0), Fraction(1, 2))),
        KAnonymity(2),
        KMap(3),
    }
    assert all(isinstance(model, PrivacyModel) for model in found)


def test_models_say_themselves_in_the_words_of_the_job():
    bounds = PresenceBounds(Fraction(1, 2), Fraction(2, 3))
    assert PresenceModel(bounds).parameters == {"min": "1/2", "max": "2/3"}
    assert KAnonymity(5).parameters == {"k_anonymity": "5"}
    assert KMap(7).parameters == {"k_map": "7"}
    assert WeakKAnonymity(7).parameters == {"weak_k_anonymity": "7"}
    assert PresenceDiversity(Fraction(2)).parameters == {"presence_diversity": "2"}
    assert PresenceDiversity(Fraction(3, 2), True).parameters == {
        "presence_diversity": "3/2 strictly"
    }
    assert PresenceCloseness(Fraction(1, 5)).parameters == {"presence_closeness": "1/5"}


@pytest.mark.parametrize(
    ("factor", "largest", "type_"),
    [
        (3, 2**63 // 3, "BIGINT"),
        (3, 2**63 // 3 + 1, "DECIMAL(19, 0)"),
        (1, 2**63 - 1, "BIGINT"),
        (10**18, 9, "BIGINT"),
        (10**18, 10, "DECIMAL(19, 0)"),
    ],
)
def test_arithmetic_is_widened_only_where_a_product_could_overflow(factor, largest, type_):
    text = times(exp.column("n"), factor, largest).sql("duckdb")
    assert text == f"CAST(n AS {type_}) * CAST({factor} AS {type_})"
