"""The rows of a release of boxes: a range of values per quasi-identifier, as text.

A single value is its own text, NULL is NULL. A range is ``[low..high]``, both ends included, in the
order of its column, which the manifest states; NULL as an end is written ``NULL``.
"""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import InputError
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.partition.orders import count_unclear_values
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

_PARTS = "parts"


def refuse_unclear_values(engine: Engine, names: Sequence[str]) -> None:
    """Raise InputError if a released range could be read in two ways; the message has no value."""
    for j, name in enumerate(names):
        if count_unclear_values(engine, j).are_unclear:
            raise InputError(
                f"column {name!r}: ranges are released as [low..high], and values with dots or"
                " brackets, or the text NULL beside NULL, would make them unclear; spell those"
                " values otherwise in P and T"
            )


def box_rows_query(tables: Tables) -> exp.Query:
    """Return the query for the release: the box of each row of T, sorted by all its columns.

    Without kept columns the boxes contain all that is released, and T is not read again.
    """
    columns = [_describe_column(j, name) for j, name in enumerate(tables.quasi_identifiers)]
    order = [exp.Literal.number(i + 1) for i in range(len(columns) + len(tables.keep))]
    if not tables.keep:
        return render("release_boxes", columns=columns, count=tables.named_count, order=order)
    for j, name in enumerate(tables.quasi_identifiers):
        columns[j] |= _find_part(j, name)
    return render(
        "release_boxes_of_rows",
        columns=columns,
        kept=[column(name, "private_rows") for name in tables.keep],
        private_rows=tables.select_private_rows(),
        order=order,
    )


def _describe_column(j: int, name: str) -> dict[str, exp.Expr]:
    """Return the expressions that turn the box of one quasi-identifier into a text."""
    lows, highs = f"lows_{j}", f"highs_{j}"
    low, high = column("leaf", lows), column("leaf", highs)
    null = exp.Literal.string("NULL")
    ends = [exp.Coalesce(this=end.copy(), expressions=[null.copy()]) for end in (low, high)]
    pieces = [exp.Literal.string("["), ends[0], exp.Literal.string(".."), ends[1]]
    text: exp.Expr = exp.Literal.string("]")
    for piece in reversed(pieces):
        text = exp.DPipe(this=piece, expression=text, safe=True)
    one_value = _of_box(low_name(j)).eq(_of_box(high_name(j)))
    return {
        "code": identifier(f"c{j}"),
        "name": identifier(name),
        "cell": exp.Case(ifs=[exp.If(this=one_value, true=low)], default=text),
        "order": identifier(order_name(j)),
        "lows": identifier(lows),
        "highs": identifier(highs),
        "is_low": _of_box(low_name(j)).eq(column("position", lows)),
        "is_high": _of_box(high_name(j)).eq(column("position", highs)),
    }


def _find_part(j: int, name: str) -> dict[str, exp.Expr]:
    """Return the expressions that find the part of a row of T by one quasi-identifier."""
    places = f"places_of_{j}"
    value = exp.cast(column(name, "private_rows"), "VARCHAR")
    spot = exp.Column(this=axis_name(j), table=identifier(_PARTS))
    return {
        "places": identifier(places),
        "position": axis_name(j),
        "is_place": exp.NullSafeEQ(this=value, expression=column("leaf", places)),
        "is_spot": column("position", places).eq(spot),
    }


def _of_box(name: exp.Identifier) -> exp.Column:
    return exp.Column(this=name, table=identifier(BOXES))
