"""What holds for every partition and its boxes, on random small tables.

Nergiz, Atzori & Clifton 2007, section 6.2 and Theorem 1. The tables have NULLs, repeated rows and
columns whose order is not that of their values.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.search.boxes import (
    are_disjoint,
    find_box,
    find_box_discernibility,
    find_box_loss,
    find_checked_boxes,
    find_presence_range,
    find_private_boxes,
    find_public_boxes,
    find_true_presence,
    list_inside,
)
from tests.oracle.search.partitions import (
    Accepts,
    Cut,
    Orders,
    Part,
    Strategy,
    divide,
    find_partition,
    find_values,
    is_maximally_refined,
    satisfies,
)
from tests.oracle.tables.instance import Models
from tests.oracle.tables.orders import order_by_alpha, order_by_frequency, order_by_number

EVERY_STRATEGY = [
    Strategy(columns, values)
    for columns in ("next", "priority", "best")
    for values in ("cardinality", "first", "distinct")
]


@dataclass(frozen=True)
class Question:
    """P and T, an order per column, a strategy, and models that the whole satisfies."""

    whole: Part
    orders: Orders
    strategy: Strategy
    models: Models

    @property
    def accepts(self) -> Accepts:
        return satisfies(self.models)

    def find_parts(self, take: int = 0) -> list[Part]:
        found = find_partition(self.whole, self.orders, self.strategy, self.accepts, take)
        assert found is not None
        return found[0]


@st.composite
def questions(draw: st.DrawFn, most_rows: int = 14, least_delta: bool = True) -> Question:
    columns = draw(st.integers(1, 3))
    values = st.sampled_from([3, 1, 4, 15, 9, 26, None][: draw(st.integers(1, 7))])
    rows = draw(st.lists(st.tuples(*[values] * columns), min_size=1, max_size=most_rows))
    members = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    private = tuple(row for row, member in zip(rows, members, strict=True) if member)
    orders = tuple(
        draw(st.sampled_from([order_by_number, order_by_alpha, order_by_frequency]))(column)
        for column in zip(*rows, strict=True)
    )
    share = Fraction(len(private), len(rows))
    steps = st.sampled_from([Fraction(step, 6) for step in range(7)])
    low = share * draw(steps) if least_delta else Fraction(0)
    delta = (low, share + (1 - share) * draw(steps))
    k_anonymity = draw(st.sampled_from([None, None, *range(1, len(private) + 1)]))
    k_map = draw(st.sampled_from([None, None, 1, 2, 3]).filter(lambda k: (k or 1) <= len(rows)))
    strategy = draw(st.sampled_from(EVERY_STRATEGY))
    return Question(Part(tuple(rows), private), orders, strategy, Models(delta, k_anonymity, k_map))


usual = settings(max_examples=150, deadline=None)


@usual
@given(questions())
def test_parts_divide_both_tables_and_are_accepted(question: Question) -> None:
    parts = question.find_parts()
    assert Counter(row for part in parts for row in part.public) == Counter(question.whole.public)
    assert Counter(row for part in parts for row in part.private) == Counter(question.whole.private)
    assert all(part.public and question.accepts(part) for part in parts)
    assert len(parts) <= len(set(question.whole.public))


@usual
@given(questions())
def test_the_order_of_the_queue_changes_nothing(question: Question) -> None:
    assert set(question.find_parts(take=0)) == set(question.find_parts(take=-1))


@usual
@given(questions(most_rows=8))
def test_no_sequence_of_cuts_refines_a_part(question: Question) -> None:
    """Corollary 1: what refines a part into accepted pieces has an accepted first cut."""

    def can_refine(part: Part) -> bool:
        cuts = [
            Cut(column, value)
            for column in range(len(question.orders))
            for value in find_values(part, column, question.orders)[1:]
        ]
        return any(
            all(
                question.accepts(side) or can_refine(side)
                for side in divide(part, cut, question.orders)
            )
            for cut in cuts
        )

    parts = question.find_parts()
    assert is_maximally_refined(parts, question.orders, question.accepts)
    assert not any(can_refine(part) for part in parts)


@usual
@given(questions())
def test_public_boxes_hold_their_own_part_and_no_other(question: Question) -> None:
    orders, public = question.orders, question.whole.public
    parts = question.find_parts()
    boxes = find_public_boxes(parts, orders)
    assert are_disjoint(boxes, public, orders)
    for part in parts:
        assert Counter(list_inside(find_box(part.public, orders), public, orders)) == Counter(
            part.public
        )


@usual
@given(questions())
def test_the_presence_of_public_boxes_is_the_one_that_was_checked(question: Question) -> None:
    parts = question.find_parts()
    boxes = find_public_boxes(parts, question.orders)
    found = find_true_presence(boxes, question.whole.public, question.orders)
    assert Counter(found) == Counter(
        (row, Fraction(len(part.private), len(part.public)))
        for part in parts
        for row in part.public
    )
    low, high = question.models.delta or (Fraction(0), Fraction(1))
    assert all(low <= presence <= high for _, presence in found)


@usual
@given(questions())
def test_private_boxes_raise_the_presence_of_all_they_hold(question: Question) -> None:
    """They are disjoint on P too; who lies outside is known to be absent; they cost no more."""
    orders, public = question.orders, question.whole.public
    parts = question.find_parts()
    private_boxes, public_boxes = (
        find_private_boxes(parts, orders),
        find_public_boxes(parts, orders),
    )
    checked = find_true_presence(public_boxes, public, orders)
    for (row, true), (_, told) in zip(
        find_true_presence(private_boxes, public, orders), checked, strict=True
    ):
        assert true == 0 or true >= told, row
    assert find_presence_range(private_boxes, public, orders)[1] >= max(r for _, r in checked)
    assert find_box_loss(private_boxes, orders) <= find_box_loss(public_boxes, orders)
    assert find_box_discernibility(private_boxes) == find_box_discernibility(public_boxes)


@usual
@given(questions(least_delta=False))
def test_checked_boxes_of_parts_that_no_cut_is_left_for_are_the_public_ones(
    question: Question,
) -> None:
    """Whatever a smaller box leaves out at one of its ends could have been cut off."""
    orders, public = question.orders, question.whole.public
    parts = question.find_parts()
    boxes = find_checked_boxes(parts, orders, question.accepts)
    assert question.models.delta is not None
    assert find_presence_range(boxes, public, orders)[1] <= question.models.delta[1]
    for box, count in boxes.items():
        assert len(list_inside(box, public, orders)) >= (question.models.k_map or 0)
        assert count >= (question.models.k_anonymity or 0)
    assert boxes == find_public_boxes(parts, orders)


@usual
@given(questions(least_delta=False))
def test_checked_boxes_of_any_parts_are_safe_and_lie_between_the_two(question: Question) -> None:
    """The whole is a part, too."""
    orders, whole = question.orders, question.whole
    if not whole.private:
        return
    boxes = find_checked_boxes([whole], orders, question.accepts)
    ((box, count),) = boxes.items()
    assert question.accepts(Part(list_inside(box, whole.public, orders), whole.private))
    assert count == len(whole.private)
    losses = [
        find_box_loss(each, orders)
        for each in (find_private_boxes([whole], orders), boxes, find_public_boxes([whole], orders))
    ]
    assert losses == sorted(losses)


def test_checked_boxes_need_a_delta_min_of_0() -> None:
    whole = Part(((1,), (2,)), ((1,),))
    accepts = satisfies(Models((Fraction(1, 4), Fraction(1))))
    with pytest.raises(ValueError, match="δmin = 0"):
        find_checked_boxes([whole], (order_by_number([1, 2]),), accepts)


def test_a_box_grows_by_the_cheapest_step_and_low_sides_first() -> None:
    accepts = satisfies(Models((Fraction(0), Fraction(1, 2))))
    line = Part(tuple((value,) for value in range(10)), ((4,), (5,)))
    order = order_by_number(range(10))
    assert find_checked_boxes([line], (order,), accepts) == {((2, 5),): 2}
    plane = Part(((0, 0), (0, 2), (6, 0), (9, 9)), ((0, 0),))
    orders = tuple(order_by_number(column) for column in zip(*plane.public, strict=True))
    assert find_checked_boxes([plane], orders, accepts) == {((0, 0), (0, 2)): 1}
