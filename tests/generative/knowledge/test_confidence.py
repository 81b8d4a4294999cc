"""Confident presence: laws, criterion and δ at confidence are those of all small worlds."""

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.averages import (
    critical_shares,
    estimate_presence,
    expected_presence,
)
from dpsql.privacy.confidence.buckets import bracket_buckets
from dpsql.privacy.confidence.criterion import holds_with, judge
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.privacy.confidence.sizes import IntervalLaw
from dpsql.privacy.confidence.strata import StrataClasses, StrataLaw
from tests.generative.instances.populations import (
    Statistics,
    bounds,
    confidences,
    groupings,
    statistics,
)
from tests.oracle.knowledge.confident import find_joint, find_least_delta, find_violations, merge

EXACT = 1e-12


def interval_of(known: Statistics, more: int) -> IntervalLaw[Any]:
    return IntervalLaw(known.make_law(), known.make_law(more))


def has_interval(known: Statistics) -> bool:
    return known.kind != "strata" or not known.members_included


@given(st.data())
def test_laws_and_criterion_are_those_of_all_worlds(data: st.DataObject) -> None:
    known = data.draw(statistics().filter(lambda one: one.has_worlds))
    delta, asked = data.draw(bounds), data.draw(confidences)
    groups = data.draw(groupings(known.cells))
    law, classes = known.make_law(), known.make_classes(groups)
    members = merge(known.members, groups)
    worlds: dict[tuple[int, ...], F] = {}
    for world, probability in known.list_worlds().items():
        merged = merge(world, groups)
        worlds[merged] = worlds.get(merged, F(0)) + probability
    assert sum(worlds.values()) == 1
    expected = find_violations(worlds, members, delta.minimum, delta.maximum)
    found = law.violations(classes, delta)
    assert found == pytest.approx([float(one) for one in expected], abs=EXACT)
    means = [sum(p * world[cell] for world, p in worlds.items()) for cell in range(len(members))]
    assert law.expect(classes) == pytest.approx([float(mean) for mean in means], abs=EXACT)
    joint = find_joint(worlds, members, delta.minimum, delta.maximum)
    answer = judge(law, classes, delta, asked)
    assert answer.least - EXACT <= float(joint) <= answer.most + EXACT
    assert answer.total <= answer.monotone_total + EXACT
    if not delta.minimum or all(members):
        assert answer.total == pytest.approx(float(sum(expected)), abs=EXACT)
    if answer.holds:
        assert joint >= asked


@given(st.data())
def test_coarser_classes_violate_at_most_as_much(data: st.DataObject) -> None:
    known = data.draw(statistics())
    delta, more = data.draw(bounds), data.draw(st.integers(0, 8))
    groups = data.draw(groupings(known.cells))
    law = known.make_law()
    if has_interval(known) and data.draw(st.booleans()):
        law = interval_of(known, more)
    parts, merged = known.make_classes(range(known.cells)), known.make_classes(groups)
    finer, coarser = (judge(law, one, delta, F(1, 2)) for one in (parts, merged))
    if not known.has_worlds:
        assert finer.total >= 1
        return
    fine, coarse = law.violations(parts, delta), law.violations(merged, delta)
    sums = np.bincount(groups, weights=fine, minlength=len(coarse))
    assert (coarse <= sums + EXACT).all()
    assert coarser.monotone_total <= finer.monotone_total + EXACT
    if not delta.minimum:
        assert coarser.total <= finer.total + EXACT


@given(st.data())
def test_an_interval_of_sizes_is_as_bad_as_its_worst_size(data: st.DataObject) -> None:
    known = data.draw(statistics().filter(has_interval))
    more = data.draw(st.integers(0, 12))
    classes = known.make_classes(range(known.cells))
    law = interval_of(known, more)
    each = [known.make_law(step) for step in range(more + 1)]
    needs = np.array(
        data.draw(st.lists(st.integers(0, 9), min_size=known.cells, max_size=known.cells))
    )
    assume(not law.contradicts(classes).any())
    below = np.max([one.below(classes, needs) for one in each], axis=0)
    above = np.max([one.above(classes, needs) for one in each], axis=0)
    assert law.below(classes, needs) == pytest.approx(below, abs=EXACT)
    assert law.above(classes, needs) == pytest.approx(above, abs=EXACT)


@given(st.data())
def test_delta_at_confidence_is_the_least(data: st.DataObject) -> None:
    known = data.draw(statistics().filter(lambda one: one.has_worlds))
    asked = data.draw(confidences)
    low = data.draw(st.sampled_from([F(0), F(0), F(1, 9), F(1, 3)]))
    worlds = known.list_worlds()
    assume(not low or all(known.members))
    totals = [
        sum(find_violations(worlds, known.members, low, high))
        for high in {F(t, t + k) for t in known.members if t for k in range(30)} | {F(0), F(1)}
        if high >= low
    ]
    # Where doubles are in doubt, the answer is no.
    assume(all(total == 0 or abs(total - 1 + asked) > F(1, 10**8) for total in totals))
    found = delta_at_confidence(
        known.make_law(), known.make_classes(range(known.cells)), low, asked
    )
    assert found == find_least_delta(worlds, known.members, low, asked)


@given(st.data())
def test_brackets_hold_the_sum(data: st.DataObject) -> None:
    known = data.draw(statistics(kinds=("independent", "sample")))
    delta = data.draw(bounds)
    law, classes = known.make_law(), known.make_classes(range(known.cells))
    width = data.draw(st.sampled_from([0, 1, 2]))
    places: dict[tuple[int, ...], list[int]] = {}
    for number in range(known.cells):
        t = int(classes.members[number])
        share = float(
            classes.shares[number] if known.kind == "independent" else classes.pulls[number]
        )
        key = (
            t,
            share == 0,
            *((share, known.sampled[number]) if not width else ()),
            int(share * 4) if width == 1 else 0,
        )
        places.setdefault(key, []).append(number)
    chosen = list(places.values())
    low, high = (
        classes.take(
            np.array([pick(numbers, key=lambda n: _order(classes, n)) for numbers in chosen])
        )
        for pick in (min, max)
    )
    if known.kind == "sample":
        for end, pick in ((low, min), (high, max)):
            end.sampled[:] = [pick(classes.sampled[number] for number in some) for some in chosen]
            end.pulls[:] = [pick(classes.pulls[number] for number in some) for some in chosen]
    numbers = np.array([len(some) for some in chosen])
    found = bracket_buckets(law, numbers, low, high, delta)
    total = float(law.violations(classes, delta).sum())
    assert found.least - EXACT <= total <= found.most + EXACT
    if not width:
        assert found.most == pytest.approx(found.least, abs=EXACT)


def _order(classes: object, number: int) -> float:
    shares = classes.shares if isinstance(classes, SharedClasses) else classes.pulls  # type: ignore[attr-defined]
    return float(shares[number])


@given(st.data())
def test_averages_and_critical_shares(data: st.DataObject) -> None:
    known = data.draw(statistics(kinds=("independent",)).filter(lambda one: one.has_worlds))
    law, classes = known.make_law(), known.make_classes(range(known.cells))
    worlds = known.list_worlds().items()
    means = [
        float(sum(p * F(t, t + world[cell]) for world, p in worlds)) if t else 0.0
        for cell, t in enumerate(known.members)
    ]
    assert expected_presence(law, classes) == pytest.approx(means, abs=EXACT)
    for cell, (t, estimate) in enumerate(
        zip(known.members, estimate_presence(law, classes), strict=True)
    ):
        people = t + sum(p * world[cell] for world, p in worlds)
        assert estimate == pytest.approx(float(F(t) / people) if t else 0.0, abs=EXACT)
    high, asked = data.draw(st.fractions(0, 1, max_denominator=8)), data.draw(confidences)
    least = critical_shares(law, classes.members, high, asked)
    alone = law.violations(classes, PresenceBounds(F(0), high))
    fails = classes.shares < least * (1 - 1e-9)
    assert not any(holds_with(f, asked) for f in alone[fails])
    fits = (classes.shares > least * (1 + 1e-9)) & ~law.contradicts(classes)
    assert (alone[fits] <= 1 - float(asked) + EXACT).all()


def test_the_event_of_all_empty_cells_is_not_monotone() -> None:
    """Two people are sure, in a class each, and two more are in empty cells, each with chance 1/10.

    Each coarser class takes in one of the cells: .19 + .19 is more than the .36 of both cells.
    """
    delta, asked = PresenceBounds(F(1, 2), F(1)), F(1, 2)
    law = StrataLaw(np.array([2, 2, 102]), np.array([1, 1, 100]), members_included=False)
    owners, strata = np.array([0, 1, 2]), np.array([0, 1, 2])
    inside = np.array([1, 1, 100])
    fine = StrataClasses(3, owners, strata, inside, np.array([1.0, 1.0, 0.8]))
    coarse = StrataClasses(
        3,
        np.append(owners, [0, 1]),
        np.append(strata, [2, 2]),
        np.append(inside, [0, 0]),
        np.array([1.0, 1.0, 0.8, 0.1, 0.1]),
    )
    one, other = (judge(law, classes, delta, asked) for classes in (fine, coarse))
    assert (one.total, other.total) == pytest.approx((0.36, 0.38))
    assert (one.monotone_total, other.monotone_total) == pytest.approx((0.4, 0.38))
