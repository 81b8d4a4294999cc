"""The expected loss of a part after all further cuts.

Each cut uses slack: the rows of T by which a part is inside of δ, at the nearer bound.

    slack = min(δmax · public_count - private_count, private_count - δmin · public_count)

For either bound the slacks of two sides add up to that of their part, and neither may fall below 0.
A side without slack can hardly be cut further, however much the cut narrows it; a side without rows
of T takes the slack of its people away from the rest.

How many pieces can a part with t rows of T and slack s become? If k pieces are drawn at random,
each has a slack of about s/k ± sqrt(t/k), the deviation of its rows of T. The slack is greater than
the deviation as long as k < s²/t. Cuts are chosen, not drawn, and find more. Pieces that are all
alike divide each of d widths by the d-th root of k. Hence

    expected loss = private_count · width / (1 + 32 · slack² / private_count) ^ (1/8)

with the width of the part's box, or the loss of its labels, summed over the quasi-identifiers. 32
and 8 were measured with boxes (UCI Adult, nine quasi-identifiers: half or double of 32 cost less
than one percent of the loss, a fourth root nine percent). FARS was not used to find them, and gains
as much.

The expected loss only ranks admissible cuts; integers decide which cuts are admissible. It must be
the same on every engine: IEEE 754 rounds +, -, *, / and the square root correctly, so engines agree
on them, but they need not agree on other roots and logarithms. Which cuts are admissible, and which
are taken, depends on T: whoever knows the algorithm may learn from that, as with any strategy.
"""

from collections.abc import Iterable

from sqlglot import exp

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel

#: How many times s²/t pieces a part becomes.
PIECES = 32
#: Number of square roots that make the exponent 1/8.
ROOTS = 3


def expect_loss(
    side: str, models: Iterable[PrivacyModel], width: exp.Expr | None = None
) -> exp.Expr:
    """Expected loss of a side from its counts `public_…` and `private_…` and its `width_…`.

    A DOUBLE, in rows of T times coordinates; 0 without rows of T. `width`: a DOUBLE that is the
    width in place of that column.
    """
    public, private = _cast("public", side), _cast("private", side)
    bounds = [model.bounds for model in models if isinstance(model, PresenceModel)]
    shrinks = _shrink(bounds[0], public, private) if bounds else None
    loss = private * (width or _cast("width", side))
    zero = exp.Literal.number(0)
    return exp.Case(
        ifs=[exp.If(this=private.eq(zero), true=_double(0))],
        default=_divide(loss, shrinks) if shrinks else loss,
    )


def expect_loss_of_people(side: str, least_class: int, width: exp.Expr) -> exp.Expr:
    """Expected loss of a side in which each person's loss counts, and pieces need `least_class`.

    A DOUBLE. The side becomes as many pieces as its people allow; it has enough for one.
    """
    public = _cast("public", side)
    return _divide(public * width, _root(_divide(public.copy(), _double(least_class))))


def _cast(count: str, side: str) -> exp.Expr:
    return exp.cast(exp.column(f"{count}_{side}"), exp.DType.DOUBLE)


def _shrink(bounds: PresenceBounds, public: exp.Expr, private: exp.Expr) -> exp.Expr:
    """The divisor of the widths of a part: the 8th root of the pieces it may become."""
    slack: exp.Expr = exp.Paren(
        this=_share(public, bounds.maximum.numerator, bounds.maximum.denominator) - private
    )
    if bounds.minimum > 0:
        lower = private - _share(public, bounds.minimum.numerator, bounds.minimum.denominator)
        slack = exp.Least(this=slack, expressions=[lower], ignore_nulls=True)
    square = _double(PIECES) * slack * slack
    return _root(_double(1) + _divide(square, private.copy()))


def _root(pieces: exp.Expr) -> exp.Expr:
    for _ in range(ROOTS):
        pieces = exp.Sqrt(this=pieces)
    return pieces


def _share(count: exp.Expr, numerator: int, denominator: int) -> exp.Expr:
    return _divide(count * _double(numerator), _double(denominator))


def _divide(dividend: exp.Expr, divisor: exp.Expr) -> exp.Expr:
    return exp.Div(this=dividend, expression=divisor, typed=False, safe=False)


def _double(value: int) -> exp.Expr:
    return exp.cast(exp.Literal.number(value), exp.DType.DOUBLE)
