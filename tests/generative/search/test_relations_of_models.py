"""Monotonicity: in the lattice (Theorem 1 of the paper), in delta, and in further constraints."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.plain_runs import is_no_dearer, lies_above, list_minimal, publish
from tests.generative.instances.runs import measure
from tests.oracle.search.exhaustive import is_at_most
from tests.oracle.tables.instance import Models


@share_of_profile(10)
@given(st.data())
def test_what_generalizes_a_holding_node_holds(data: st.DataObject) -> None:
    """Merged classes have a presence between the parts, and more rows than any part."""
    case = data.draw(cases())
    one, other = data.draw(nodes(case)), data.draw(nodes(case))
    upper = tuple(map(max, one, other))
    setting = plain_setting(case)
    low, high = measure(case, setting, one), measure(case, setting, upper)
    assert high.said["satisfied"] or not low.said["satisfied"]
    for end, widest in (("min", min), ("max", max)):
        below, above = Fraction(low.said["presence"][end]), Fraction(high.said["presence"][end])
        assert widest(below, above) == below


@share_of_profile(10)
@given(st.data())
def test_exactly_the_nodes_above_minimal_ones_hold(data: st.DataObject) -> None:
    case = data.draw(cases())
    node = data.draw(nodes(case))
    minimal = list_minimal(case)
    found = measure(case, plain_setting(case), node)
    assert found.said["satisfied"] is lies_above(node, minimal)
    assert not any(is_at_most(a, b) for a in minimal for b in minimal if a != b)


@share_of_profile(10)
@given(st.data())
def test_widening_delta_loses_no_node_and_raises_no_cost(data: st.DataObject) -> None:
    case = data.draw(cases(models="delta"))
    assert case.models.delta is not None
    low, high = case.models.delta
    steps = st.fractions(0, 1, max_denominator=6)
    wide = (low * data.draw(steps), 1 - (1 - high) * data.draw(steps))
    wider = replace(case, models=replace(case.models, delta=_shortened(*wide)))
    minimal = list_minimal(wider)
    assert all(lies_above(node, minimal) for node in list_minimal(case))
    assert is_no_dearer(case, publish(wider), publish(case))


def _shortened(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Widen to terms that a job file accepts."""
    limit = 10**9
    if low.denominator > limit:
        low = Fraction(low * limit // 1, limit)
    if high.denominator > limit:
        high = Fraction(-(-high * limit // 1), limit)
    return low, high


@share_of_profile(10)
@given(st.data(), st.integers(1, 6))
def test_a_further_constraint_gains_no_node_and_lowers_no_cost(data: st.DataObject, k: int) -> None:
    case = data.draw(cases(models="delta"))
    delta = case.models.delta
    further = st.sampled_from([Models(delta, k_anonymity=k), Models(delta, k_map=k)])
    stricter = replace(case, models=data.draw(further))
    minimal = list_minimal(case)
    assert all(lies_above(node, minimal) for node in list_minimal(stricter))
    assert is_no_dearer(case, publish(case), publish(stricter))
