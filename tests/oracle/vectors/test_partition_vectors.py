"""MPALM and its boxes on the paper's running example, person by person."""

from fractions import Fraction as F

import pytest

from tests.oracle.search.boxes import (
    Boxes,
    find_box_discernibility,
    find_box_loss,
    find_checked_boxes,
    find_presence_range,
    find_private_boxes,
    find_public_boxes,
    find_true_presence,
)
from tests.oracle.search.partitions import (
    Orders,
    Part,
    Strategy,
    find_partition,
    has_rows,
    is_maximally_refined,
    satisfies,
)
from tests.oracle.tables.instance import Models
from tests.oracle.tables.orders import order_by_alpha, order_by_hierarchy, order_by_number
from tests.oracle.tables.running_example import NATIONALITY, PEOPLE, PRIVATE, PUBLIC
from tests.oracle.tables.table import Row

ZIPS, AGES, NATIONALITIES = zip(*PUBLIC, strict=True)
BY_HIERARCHY: Orders = (
    order_by_number(ZIPS),
    order_by_number(AGES),
    order_by_hierarchy(NATIONALITIES, NATIONALITY),
)
BY_ALPHA: Orders = (*BY_HIERARCHY[:2], order_by_alpha(NATIONALITIES))
WHOLE = Part(PUBLIC, PRIVATE)

STRATEGIES = {
    f"{columns[0]}{number}": Strategy(columns, values)
    for columns in ("next", "priority", "best")
    for number, values in enumerate(("cardinality", "first", "distinct"), 1)
}
BOTH, UPPER = (F(1, 2), F(2, 3)), (F(0), F(2, 3))


def name(rows: tuple[Row, ...]) -> str:
    """Return the initials of the people, no two of whom have the same quasi-identifiers."""
    return "".join(person[0].lower() for person, row in PEOPLE.items() if row[:3] in rows)


def part_of(initials: str) -> Part:
    people = [row for person, row in PEOPLE.items() if person[0].lower() in initials]
    return Part(tuple(row[:3] for row in people), tuple(row[:3] for row in people if row[3]))


def find_example(
    strategy: str, delta: tuple[F, F], orders: Orders
) -> tuple[list[Part], list[tuple[str, object]]]:
    """Return the parts, and each cut as column and value, a nationality by its position."""
    accepts = satisfies(Models(delta))
    found = find_partition(WHOLE, orders, STRATEGIES[strategy], accepts)
    assert found is not None
    parts, cuts = found
    assert is_maximally_refined(parts, orders, accepts)
    values = [orders[2].positions[c.value] if c.column == 2 else c.value for c in cuts]
    return parts, [("ZAN"[c.column], value) for c, value in zip(cuts, values, strict=True)]


Z06, Z70, Z72, N4, N6, A22 = (
    ("Z", "47906"),
    ("Z", "48970"),
    ("Z", "48972"),
    ("N", 4),
    ("N", 6),
    ("A", 22),
)
Z03 = ("Z", "47903")


@pytest.mark.parametrize(
    ("strategies", "orders", "cuts", "parts", "loss"),
    [
        ("n1 n2 n3", BY_HIERARCHY, [Z06, N4], "ac bdef ghi", "3823/12087"),
        ("p1 p2 b1 b2", BY_HIERARCHY, [Z06, Z70], "ac bdef ghi", "3823/12087"),
        ("p3 b3", BY_HIERARCHY, [Z06, Z72], "aci bdef gh", "35329/67150"),
        ("n1 n2 n3", BY_ALPHA, [Z06, N6], "ac bdef ghi", "24487/60435"),
        ("p1 p2 b1 b2", BY_ALPHA, [Z06, Z70], "ac bdef ghi", "24487/60435"),
        ("p3 b3", BY_ALPHA, [Z06, Z72], "aci bdef gh", "162338/302175"),
    ],
)
def test_both_bounds(
    strategies: str, orders: Orders, cuts: list[tuple[str, object]], parts: str, loss: str
) -> None:
    for strategy in strategies.split():
        found, found_cuts = find_example(strategy, BOTH, orders)
        assert found_cuts == cuts
        assert sorted(name(part.public) for part in found) == parts.split()
        boxes = find_public_boxes(found, orders)
        assert (find_box_loss(boxes, orders), find_box_discernibility(boxes)) == (F(loss), 9)
        assert BOTH[0] <= find_presence_range(boxes, PUBLIC, orders)[0]


@pytest.mark.parametrize(
    ("strategies", "orders", "cuts", "parts", "loss"),
    [
        ("n1 n3", BY_HIERARCHY, [Z06, A22, N4], "ac bef d ghi", "275981/906525"),
        ("p1", BY_HIERARCHY, [Z06, A22, Z70], "ac bef d ghi", "275981/906525"),
        ("b1", BY_HIERARCHY, [A22, Z06, Z70], "ac bef d ghi", "275981/906525"),
        ("n2", BY_HIERARCHY, [Z03, A22, N4], "abc d ef ghi", "483487/1813050"),
        ("p2", BY_HIERARCHY, [Z03, A22, Z70], "abc d ef ghi", "483487/1813050"),
        ("b2", BY_HIERARCHY, [A22, Z03, Z70], "abc d ef ghi", "483487/1813050"),
        ("p3", BY_HIERARCHY, [Z06, A22, Z72], "aci bef d gh", "186479/362610"),
        ("b3", BY_HIERARCHY, [A22, Z06, Z72], "aci bef d gh", "186479/362610"),
    ],
)
def test_upper_bound_alone(
    strategies: str, orders: Orders, cuts: list[tuple[str, object]], parts: str, loss: str
) -> None:
    """Dirk is cut off, since a part without rows of T publishes nothing."""
    for strategy in strategies.split():
        found, found_cuts = find_example(strategy, UPPER, orders)
        assert found_cuts == cuts
        assert sorted(name(part.public) for part in found) == parts.split()
        boxes = find_public_boxes(found, orders)
        assert len(boxes) == 3
        assert find_box_loss(boxes, orders) == F(loss)
        assert find_presence_range(boxes, PUBLIC, orders) == (F(0), F(2, 3))
        assert find_checked_boxes(found, orders, satisfies(Models(UPPER))) == boxes


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("delta", [BOTH, UPPER])
def test_boxes_of_private_rows_give_members_away(strategy: str, delta: tuple[F, F]) -> None:
    """Algorithm 2, line 20, taken literally: somebody's presence is 1, somebody's is 0."""
    for orders in (BY_HIERARCHY, BY_ALPHA):
        boxes = find_private_boxes(find_example(strategy, delta, orders)[0], orders)
        assert find_presence_range(boxes, PUBLIC, orders) == (F(0), F(1))


@pytest.mark.parametrize(
    ("strategies", "loss"), [("n1 n2 n3 p1 p2 b1 b2", "713/5925"), ("p3 b3", "318824/906525")]
)
def test_boxes_of_private_rows_look_cheaper(strategies: str, loss: str) -> None:
    for strategy in strategies.split():
        boxes = find_private_boxes(find_example(strategy, BOTH, BY_HIERARCHY)[0], BY_HIERARCHY)
        assert find_box_loss(boxes, BY_HIERARCHY) == F(loss)


def test_both_boxes_of_the_printed_release() -> None:
    """The classes of T3* (Table 3): Alice, Dirk, Eunice and Gail are in no box around T."""
    parts = [part_of("abcdef"), part_of("ghi")]
    private = find_private_boxes(parts, BY_HIERARCHY)
    assert [box[:2] for box in private] == [
        (("47633", "47906"), (42, 63)),
        (("48970", "48972"), (47, 52)),
    ]
    presence = find_true_presence(private, PUBLIC, BY_HIERARCHY)
    assert {name((row,)) for row, ratio in presence if ratio == 0} == set("adeg")
    assert {ratio for _, ratio in presence} == {0, 1}
    public = find_public_boxes(parts, BY_HIERARCHY)
    ratios = dict(find_true_presence(public, PUBLIC, BY_HIERARCHY))
    assert {name((row,)): ratio for row, ratio in ratios.items()} == {
        initial: F(3, 6) if initial in "abcdef" else F(2, 3) for initial in "abcdefghi"
    }


def test_no_partition_where_the_whole_table_fails() -> None:
    accepts = satisfies(Models((F(0), F(1, 2))))
    assert find_partition(WHOLE, BY_HIERARCHY, Strategy(), accepts) is None


@pytest.mark.parametrize(
    ("priority", "columns"), [((0, 1, 2), "ZAZ"), ((1, 2, 0), "ANN"), ((2, 1, 0), "NNA")]
)
def test_priorities_of_the_user(priority: tuple[int, ...], columns: str) -> None:
    strategy = Strategy("priority", "first", priority)
    found = find_partition(WHOLE, BY_HIERARCHY, strategy, satisfies(Models(UPPER)))
    assert found is not None
    assert "".join("ZAN"[cut.column] for cut in found[1]) == columns


def test_further_models_hold_in_each_part() -> None:
    for models, parts in (
        (Models(UPPER, k_anonymity=2), "acghi bef d"),
        (Models(UPPER, k_map=3), "acghi bef d"),
        (Models(k_map=4), "achi bdef g"),
    ):
        strategy = Strategy("priority", "cardinality")
        found = find_partition(WHOLE, BY_HIERARCHY, strategy, satisfies(models))
        assert found is not None
        assert sorted(name(part.public) for part in found[0]) == parts.split()


def test_mondrian_style_k_anonymity_leaves_people_out_of_all_boxes() -> None:
    """Section 7, Figure 9: the same strategies over T alone, k rows on both sides."""
    private_alone = Part(PRIVATE, PRIVATE)
    found = find_partition(private_alone, BY_HIERARCHY, Strategy("next", "first"), has_rows(2))
    assert found is not None
    parts, cuts = found
    assert sorted(name(part.private) for part in parts) == ["bf", "chi"]
    assert [(cut.column, cut.value) for cut in cuts] == [(0, "47906")]
    boxes: Boxes = find_private_boxes(parts, BY_HIERARCHY)
    assert find_presence_range(boxes, PUBLIC, BY_HIERARCHY) == (F(0), F(1))
