"""Cuts of least expected loss: what `sql/expected_loss` says of both sides of a cut, summed.

Sides are judged by their boxes around the people of P. A cut narrows the box along its own
quasi-identifier, and along others as far as it happens to part their values too. So two looks: the
best cut of each quasi-identifier, as if the box shrank along that one alone, by running sums over
its values; of these few, the best by the boxes that they make. (All boxes of all cuts would take a
running minimum and maximum of every quasi-identifier along every other, and find hardly more.)
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel
from dpsql.sql.axes import axis_name, order_name, position_on
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.partition.expected_loss import expect_loss
from dpsql.sql.partition.sides import violates
from dpsql.sql.templates import column, identifier, render

CANDIDATES = "candidates"


def candidates_query(
    spots: str,
    columns: int,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
    refused: str | None = None,
) -> exp.Query:
    """The statement that finds the best admissible cut of each open part and quasi-identifier.

    `refused`: the table of cuts that sensitive values forbid, if any do.
    """
    models = tuple(models)

    return render(
        "find_candidates",
        spots=identifier(spots),
        axes=[exp.Literal.number(j) for j in range(columns)],
        position=position_on(exp.column("axis"), columns),
        whole=exp.Literal.number(WHOLE),
        loss_below=expect_loss("below", models),
        loss_rest=expect_loss("rest", models),
        below_violates=violates(models, sizes.public_rows, "below"),
        rest_violates=violates(models, sizes.public_rows, "rest"),
        refused=identifier(refused) if refused else None,
    )


def choose_cuts_query(
    spots: str, columns: int, models: Iterable[PrivacyModel], preference: Sequence[exp.Expr]
) -> exp.Query:
    """The statement that chooses among the candidates of a part; `preference` goes before loss."""
    return render(
        "choose_cuts",
        spots=identifier(spots),
        axes=[
            {"position": axis_name(j), "order": identifier(order_name(j))} for j in range(columns)
        ],
        position=position_on(exp.column("axis", table=CANDIDATES), columns),
        width=reduce(_add, (_measure_width(j) for j in range(columns))),
        loss_side=expect_loss("side", models),
        preference=preference,
    )


def _measure_width(j: int) -> exp.Expr:
    """How wide the range of a quasi-identifier is; with NULL and a number, the whole."""
    coordinate = column("coordinate", order_name(j))
    range_ = exp.Sub(this=exp.Max(this=coordinate), expression=exp.Min(this=coordinate.copy()))
    whole = exp.Literal.number(WHOLE)
    return exp.Least(this=range_, expressions=[whole], ignore_nulls=True)


def _add(one: exp.Expr, other: exp.Expr) -> exp.Expr:
    return exp.Add(this=one, expression=other)
