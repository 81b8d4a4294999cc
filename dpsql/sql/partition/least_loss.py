"""Cuts of least expected loss: the sum of `sql/expected_loss` over both sides of a cut.

Sides are judged by their boxes around the people of P. A cut narrows the box along its own
quasi-identifier, and along others as far as it happens to separate their values, too. So there are
two steps. The first finds the best cut of each quasi-identifier, as if the box shrank along that
one only, by running sums over its values. The second chooses among these few by the boxes that they
make. (All boxes of all cuts would need a running minimum and maximum of every quasi-identifier
along every other, and would hardly find better cuts.)
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel
from dpsql.sql.axes import axis_name, order_name, position_on
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.expected_loss import expect_loss
from dpsql.sql.partition.coordinates import WHOLE
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
    """The statement that chooses among the candidates of a part, by `preference`, then by loss."""
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
    """Width of the range of a quasi-identifier; with NULL and a number, the whole."""
    coordinate = column("coordinate", order_name(j))
    range_ = exp.Max(this=coordinate) - exp.Min(this=coordinate.copy())
    whole = exp.Literal.number(WHOLE)
    return exp.Least(this=range_, expressions=[whole], ignore_nulls=True)


def _add(one: exp.Expr, other: exp.Expr) -> exp.Expr:
    return one + other
