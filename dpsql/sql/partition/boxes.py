"""The boxes of a partition: what is published for each of its parts, and what that costs.

A box has a range of values per quasi-identifier, the smallest around the people of P in the part.
It contains no other people of P: two parts lie on two sides of some cut, and so do their ranges. So
the presence of its people is the one that was checked when the part was cut. (Nergiz et al. 2007,
Algorithm 2, line 20, draws the box around the people of T: the presence in it is greater.)
"""

from collections.abc import Sequence
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.found.statistics import Presence, PrivateClasses
from dpsql.engines.base import Engine
from dpsql.errors import HierarchyError
from dpsql.metrics.box_loss import ColumnEnds, measure_box_loss, read_number
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.presence import measure_presence, square_private_count
from dpsql.sql.partition.orders import Positions, list_ends
from dpsql.sql.partition.parts import PARTED_SPOTS
from dpsql.sql.templates import identifier, render

BOXES = "boxes"


def bound_parts(engine: Engine, columns: int) -> None:
    """Build the table of boxes around the people of P, for each part with rows of T."""
    engine.materialize(BOXES, bound_parts_query(columns))


def bound_parts_query(columns: int) -> exp.Query:
    """The statement that finds the box of each part."""
    return render(
        "bound_parts",
        spots=identifier(PARTED_SPOTS),
        axes=[
            {"position": axis_name(j), "low": low_name(j), "high": high_name(j)}
            for j in range(columns)
        ],
    )


def count_boxes(engine: Engine, sizes: TableSizes) -> tuple[PrivateClasses, int]:
    """The boxes as equivalence classes of T, and the rows of T in the least; 0 if there is none."""
    boxes, squares, least = engine.fetch(measure_boxes_query(sizes))[0]
    return PrivateClasses(int(boxes), int(squares)), int(least)


def measure_boxes_query(sizes: TableSizes) -> exp.Query:
    """The statement that counts the boxes and their rows of T."""
    return render("measure_boxes", squared=square_private_count(sizes.private_rows))


def measure_box_presence(
    engine: Engine,
    sizes: TableSizes,
    bars: Sequence[PresenceBar],
    known_absent: int | None = None,
) -> Presence:
    """Measure the exact presence of everybody of P; outside all boxes it is 0."""
    public_rows = exp.Literal.number(sizes.public_rows)
    classes = render("list_box_classes", public_rows=public_rows)
    return measure_presence(engine, classes, bars, sizes.public_rows, known_absent)


def measure_losses(
    engine: Engine, positions: Sequence[Positions], private_rows: int
) -> list[Fraction]:
    """Loss of each column: the mean cost of its ranges, over the rows of T; exact.

    The loss of the boxes is the mean of these. For each column, the values at which ranges begin
    and end are fetched, with counts; never a row of T.
    """
    try:
        return [
            measure_box_loss(_sum_ends(engine, j, one), private_rows)
            for j, one in enumerate(positions)
        ]
    except ValueError:
        # Python's own message would quote the value.
        raise HierarchyError(
            "order by number: values of P look like dates, but are none; mend them, or order their"
            " column by alpha, hierarchy, frequency or a list"
        ) from None


def low_name(j: int) -> exp.Identifier:
    """Column of the boxes with the least position of quasi-identifier `j`."""
    return identifier(f"low{j}")


def high_name(j: int) -> exp.Identifier:
    """Column of the boxes with the greatest position of quasi-identifier `j`."""
    return identifier(f"high{j}")


def sum_ends_query(j: int, null_position: int | None) -> exp.Query:
    """The statement that sums the ends of the ranges of `j`, except ranges that begin with NULL."""
    low = exp.Column(this=low_name(j))
    null = null_position is not None and low.neq(exp.Literal.number(null_position))
    return render(
        "sum_ends",
        order=identifier(order_name(j)),
        low=low_name(j),
        high=high_name(j),
        is_measured=null or exp.true(),
    )


def _sum_ends(engine: Engine, j: int, positions: Positions) -> ColumnEnds:
    """Return the input of `measure_box_loss` for one column."""
    if not positions.is_measured:
        rows = engine.fetch(sum_ends_query(j, None))
        ends = tuple((Fraction(position), weight) for _, position, weight in rows)
        return ColumnEnds(ends, Fraction(positions.values - 1))
    null = positions.null_position
    rows = engine.fetch(sum_ends_query(j, null))
    ends = tuple((read_number(leaf), weight) for leaf, _, weight in rows)
    first, last = list_ends(engine, j, positions)
    return ColumnEnds(ends, last - first, _count_whole(engine, j, null))


def _count_whole(engine: Engine, j: int, null_position: int | None) -> int:
    """Rows of T whose range goes from NULL to a number."""
    if null_position is None:
        return 0
    null = exp.Literal.number(null_position)
    low, high = (exp.Column(this=name(j)) for name in (low_name, high_name))
    whole = exp.And(this=low.eq(null), expression=high > null)
    return int(engine.fetch(render("sum_private_rows", condition=whole))[0][0])
