"""Boxes around the rows of T alone, and how far they must grow to be safe.

The paper (Nergiz et al. 2007, Algorithm 2, line 20) publishes the box around the rows of T in a
part. People of P outside it are then known to be absent, and the presence of the others is greater
than the one that was checked. Checked boxes grow from there, one value at a time, until the people
of P in them satisfy the models; at the latest when they are the box of the part, which was checked
when it was cut.

A step adds the next value that people of the part have, on one side of one column. The cheapest
step comes first; among equal ones that of the first column, and of its low side. NULL among numbers
costs as much as all of them. The cost of a step depends only on its side, so all steps of a part
are known before any is taken: if the side whose next step is cheapest is always chosen, steps come
in the order of the greatest cost up to them on their side. So one statement is enough for all steps
of a box.

If no admissible cut is left and δmin is 0, a checked box is the box of its part. A smaller box
leaves out at least the people at one of its ends. Cut those off: no row of T is among them, and the
rest has all rows of T and no fewer people than the smaller box, so δmax and k-map hold as well.
That cut would be admissible. Boxes are smaller if cuts were not tried (Mondrian's medians), or if
cutting ended early.
"""

from collections.abc import Iterable
from typing import Any

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.templates import identifier, render

PRIVATE_BOXES, GROWTH, CHOSEN_GROWTH = "private_boxes", "growth", "chosen_growth"


def draw_private_boxes(engine: Engine, columns: int) -> None:
    """Build the table of boxes around the rows of T of each part. They are not safe."""
    engine.materialize(BOXES, draw_query(columns))


def draw_checked_boxes(
    engine: Engine, columns: int, models: Iterable[PrivacyModel], sizes: TableSizes
) -> None:
    """Build the table of boxes around the rows of T, each grown until the models hold.

    The models must hold for people in no box.
    """
    engine.materialize(PRIVATE_BOXES, draw_query(columns))
    engine.materialize(GROWTH, growth_query(columns))
    engine.materialize(CHOSEN_GROWTH, choose_growth_query(columns, models, sizes))
    engine.materialize(BOXES, grow_query(columns))
    for table in (CHOSEN_GROWTH, GROWTH, PRIVATE_BOXES):
        engine.drop(table)


def draw_query(columns: int) -> exp.Query:
    """The statement that draws the boxes around rows of T."""
    return render("draw_private_boxes", axes=_axes(columns))


def growth_query(columns: int) -> exp.Query:
    """The statement that numbers the steps of each box."""
    return render("list_growth", axes=_axes(columns), whole=exp.Literal.number(WHOLE))


def choose_growth_query(
    columns: int, models: Iterable[PrivacyModel], sizes: TableSizes
) -> exp.Query:
    """The statement that finds the first step after which a box is safe."""
    violation = any_violation(models, sizes.public_rows)
    return render("choose_growth", axes=_axes(columns), violation=violation)


def grow_query(columns: int) -> exp.Query:
    """The statement that takes the steps."""
    return render("grow_boxes", axes=_axes(columns))


def _axes(columns: int) -> list[dict[str, Any]]:
    return [
        {
            "number": exp.Literal.number(j),
            "position": axis_name(j),
            "low": low_name(j),
            "high": high_name(j),
            "order": identifier(order_name(j)),
            "growth": identifier(f"growth_{j}"),
        }
        for j in range(columns)
    ]
