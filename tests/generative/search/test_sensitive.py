"""`anonymize` and `measure` judge the sensitive values of T as the oracle does."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.search.full_domain import excerpts
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, settings_of_jobs
from tests.generative.instances.runs import measure
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.generative.search.test_frontier import assert_frontiers_agree
from tests.generative.search.test_lattice import assert_minimal_nodes_agree
from tests.oracle.models.presence import holds
from tests.oracle.models.sensitive import are_numbers
from tests.oracle.tables.instance import SensitiveModels
from tests.oracle.tables.table import Value

POOLS: tuple[tuple[Value, ...], ...] = (
    ("a", "b"),
    ("a", "b", "c", None),
    ("9", "10", "-1.5", "100"),
    ("9.123456789012345", "+10", "2e1", "-0.50", None),
    ("9", "10", "x", "", None),
    ("=1+1", "'it", "high", "low", "🙂"),
)


@st.composite
def models(draw: st.DrawFn, pool: tuple[Value, ...]) -> SensitiveModels:
    """Draw one model or two for values of the pool."""
    few = st.integers(1, 4)
    ratio = st.fractions(Fraction(1, 2), 4, max_denominator=4)
    found = SensitiveModels()
    for kind in draw(st.lists(st.sampled_from(["distinct", "entropy", "recursive"]), max_size=1)):
        drawn = {
            "distinct": few,
            "entropy": st.fractions(1, 3, max_denominator=3),
            "recursive": st.tuples(ratio, few, st.booleans()),
        }[kind]
        found = replace(found, **{kind: draw(drawn)})
    if found == SensitiveModels() or draw(st.integers(0, 3)) == 3:
        t = draw(st.fractions(0, 1, max_denominator=12))
        texts = tuple(value for value in pool if value is not None)
        # Words have no order of their own.
        natural = [()] if are_numbers(texts) else []
        order = draw(st.sampled_from([None, *natural, texts]))
        ladder = None
        if order is None and draw(st.booleans()):
            half = len(pool) // 2
            ladder = {v: (v, f"part {i >= half}", "*") for i, v in enumerate(pool)}
        found = replace(found, closeness=t, order=order, ladder=ladder)
    return found


@st.composite
def protected_cases(draw: st.DrawFn) -> tuple[Case, Setting]:
    """Draw an instance whose kept column is protected, and a setting."""
    case = draw(cases(models="perhaps"))
    pool = draw(st.sampled_from(POOLS))
    random = draw(st.randoms(use_true_random=draw(st.integers(0, 3)) > 0))
    sensitive = tuple(random.choice(pool) for _ in case.public)
    stated = replace(case.models, sensitive=draw(models(pool)))
    if draw(st.booleans()):
        stated = replace(stated, delta=None, k_map=None, weak_k_anonymity=None)
    case = replace(case, models=stated, sensitive=sensitive)
    return case, replace(draw(settings_of_jobs(case)), payloads=sensitive)


@share_of_profile(2)
@given(protected_cases())
def test_anonymize_agrees_with_the_oracle(drawn: tuple[Case, Setting]) -> None:
    assert_release_is_the_optimum(*drawn)


@share_of_profile(2)
@given(st.data())
def test_measure_agrees_with_the_oracle(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    node = data.draw(nodes(case))
    assert measure(case, setting, node).said["satisfied"] is holds(case.instance, node)


@share_of_profile(10)
@given(protected_cases())
def test_lattice_agrees_with_the_oracle(drawn: tuple[Case, Setting]) -> None:
    assert_minimal_nodes_agree(*drawn)


@share_of_profile(10)
@given(protected_cases())
def test_frontier_agrees_with_the_oracle(drawn: tuple[Case, Setting]) -> None:
    assert_frontiers_agree(*drawn)


@share_of_profile(10)
@given(protected_cases())
def test_excerpts_leave_the_optimum_as_it_is(drawn: tuple[Case, Setting]) -> None:
    """A slice refutes by counts alone; nothing that it tells is about sensitive values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(excerpts, "LEAST_TUPLES", 0)
        patch.setattr(excerpts, "MOST_SHARE", 1)
        patch.setattr(excerpts, "LEAST_COMMON", 1)
        patch.setattr(excerpts, "MOST_PRIVATE", 1)
        assert_release_is_the_optimum(*drawn)
