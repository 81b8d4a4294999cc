"""Boxes: what is published for a part, and how sure it makes anyone who knows P.

A box is a range [low, high] per column, in the orders of the columns. The paper (Nergiz, Atzori &
Clifton 2007, section 6.2) means two different ones: its text wants a box of "all the tuples in
T_i", which are rows of P, line 20 of Algorithm 2 the box of T_i and T. Only the first keeps the
presence that was checked: it holds the rows of P of its own part and no other (parts are separated
by some cut, ranges of values on its two sides are disjoint). The second leaves out rows of P, who
are then known to be absent, and makes the presence of the others rise.
"""

from fractions import Fraction

from tests.oracle.search.partitions import Accepts, Orders, Part
from tests.oracle.tables.table import Row, Value

Box = tuple[tuple[Value, Value], ...]
"""The least and the greatest value of each column."""

Boxes = dict[Box, int]
"""Published box -> rows of T; parts with equal boxes are one class, parts without T have none."""


def find_box(rows: tuple[Row, ...], orders: Orders) -> Box:
    """Return the smallest box around the rows."""
    columns = zip(*rows, strict=True)
    ranges = [order.sort(column) for order, column in zip(orders, columns, strict=True)]
    return tuple((values[0], values[-1]) for values in ranges)


def find_public_boxes(parts: list[Part], orders: Orders) -> Boxes:
    """Return the boxes around the rows of P of each part; these are safe to publish."""
    return _count([(find_box(part.public, orders), part) for part in parts if part.private])


def find_private_boxes(parts: list[Part], orders: Orders) -> Boxes:
    """Return the boxes around the rows of T of each part (Algorithm 2, line 20); not safe."""
    return _count([(find_box(part.private, orders), part) for part in parts if part.private])


def find_checked_boxes(parts: list[Part], orders: Orders, accepts: Accepts) -> Boxes:
    """Return private boxes, each grown until the rows of P inside are enough to be accepted.

    For models that accept a part without rows of T: rows of P outside all boxes are such a part.
    """
    if not accepts(Part(parts[0].public, ())):
        raise ValueError("a checked private box leaves rows of P uncovered; this needs δmin = 0")
    return _count([(_grow(part, orders, accepts), part) for part in parts if part.private])


def _grow(part: Part, orders: Orders, accepts: Accepts) -> Box:
    """Return the box around T, extended step by step as little as can be, until accepted.

    A step moves one side of one column to the next value among the part's rows of P. The step that
    is shortest is taken, as the loss measures it from end to end; of equal ones the first column's,
    and its low side first. Between NULL and a number lies the whole column, however wide the range
    is already.
    This ends at the public box at the latest, which was accepted when the part was cut.
    """
    box = find_box(part.private, orders)
    while not accepts(Part(list_inside(box, part.public, orders), part.private)):
        steps = []
        for column, (order, (low, high)) in enumerate(zip(orders, box, strict=True)):
            values = order.sort(row[column] for row in part.public)
            below, above = values[: values.index(low)], values[values.index(high) + 1 :]
            wider = [(order.find_width(value, low), (value, high)) for value in below[-1:]]
            wider += [(order.find_width(high, value), (low, value)) for value in above[:1]]
            for step, range_ in wider:
                steps.append((step, (*box[:column], range_, *box[column + 1 :])))
        _, box = min(steps, key=lambda step: step[0])
    return box


def _count(boxes: list[tuple[Box, Part]]) -> Boxes:
    counts: Boxes = {}
    for box, part in boxes:
        counts[box] = counts.get(box, 0) + len(part.private)
    return counts


def lies_inside(row: Row, box: Box, orders: Orders) -> bool:
    """Return whether each value of the row is in the box's range."""
    return all(
        order.positions[low] <= order.positions[value] <= order.positions[high]
        for value, (low, high), order in zip(row, box, orders, strict=True)
    )


def list_inside(box: Box, rows: tuple[Row, ...], orders: Orders) -> tuple[Row, ...]:
    """Return the rows that lie in the box."""
    return tuple(row for row in rows if lies_inside(row, box, orders))


def are_disjoint(boxes: Boxes, public: tuple[Row, ...], orders: Orders) -> bool:
    """Return whether no row of P lies in two boxes."""
    return all(sum(lies_inside(row, box, orders) for box in boxes) <= 1 for row in public)


def find_true_presence(
    boxes: Boxes, public: tuple[Row, ...], orders: Orders
) -> list[tuple[Row, Fraction]]:
    """Return each row of P with the presence that it has for anyone who counts P in the boxes.

    0 for a row in no box. Boxes must be disjoint on P: else presence is no ratio of counts.
    """
    if not are_disjoint(boxes, public, orders):
        raise ValueError("a row of P lies in two boxes")
    presence = []
    for row in public:
        inside = [box for box in boxes if lies_inside(row, box, orders)]
        counts = [(boxes[box], len(list_inside(box, public, orders))) for box in inside]
        presence.append((row, Fraction(*counts[0]) if counts else Fraction(0)))
    return presence


def find_presence_range(
    boxes: Boxes, public: tuple[Row, ...], orders: Orders
) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest presence over the rows of P."""
    presence = [ratio for _, ratio in find_true_presence(boxes, public, orders)]
    return min(presence), max(presence)


def find_box_loss(boxes: Boxes, orders: Orders) -> Fraction:
    """Return the mean width of the ranges over the rows of T and the columns; 0 without rows."""
    cells = sum(boxes.values()) * len(orders)
    lost = sum(
        (
            count * order.find_width(low, high)
            for box, count in boxes.items()
            for order, (low, high) in zip(orders, box, strict=True)
        ),
        Fraction(0),
    )
    return lost / cells if cells else Fraction(0)


def find_box_discernibility(boxes: Boxes) -> int:
    """Return the sum over the boxes of n_T squared."""
    return sum(count**2 for count in boxes.values())
