"""What a part is expected to lose in the end, after all cuts that are still to come.

Cuts are paid with slack: the rows of T by which a part is inside of δ, at the bound that is nearer.

    slack = min(δmax · public_count - private_count, private_count - δmin · public_count)

For either bound the slacks of two sides add up to that of their part, and neither may fall below 0.
A cut that leaves one side none ends the cutting there, however much it narrows; a side without rows
of T takes the slack of its people away from the rest.

How many pieces can a part with t rows of T and slack s become? Of k pieces, drawn at random, each
has a slack of about s/k, give or take sqrt(t/k), the deviation of its rows of T. The former is the
greater as long as k < s²/t. Cuts are chosen, not drawn, and find more. Pieces that are all alike
divide each of d widths by the d-th root of k. Hence

    expected loss = private_count · width / (1 + 32 · slack² / private_count) ^ (1/8)

with the width of the part's box, summed over the quasi-identifiers. 32 and 8 were measured (UCI
Adult, nine quasi-identifiers: half or double of 32 cost less than one percent of the loss, a fourth
root nine percent); FARS, which had no part in that, gains as much.

The number ranks cuts that are admissible; that they are is decided by integers. It must be the same
wherever it is computed: IEEE 754 rounds +, -, *, / and the square root correctly, so that engines
agree on them; they need not on other roots and logarithms. Which cuts are taken depends on T, as
does which are admissible: whoever knows the algorithm may learn from that, as with any strategy.
"""

from collections.abc import Iterable

from sqlglot import exp

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel

#: How many more pieces than s²/t a part becomes.
PIECES = 32
#: Square roots of which the exponent is made.
ROOTS = 3


def expect_loss(side: str, models: Iterable[PrivacyModel]) -> exp.Expr:
    """Expected loss of a side from its columns `public_side`, `private_side` and `width_side`.

    A DOUBLE, in rows of T times coordinates; 0 without rows of T.
    """
    public, private, width = (
        exp.cast(exp.column(f"{count}_{side}"), exp.DType.DOUBLE)
        for count in ("public", "private", "width")
    )
    bounds = [model.bounds for model in models if isinstance(model, PresenceModel)]
    shrinks = _shrink(bounds[0], public, private) if bounds else None
    loss = exp.Mul(this=private, expression=width)
    zero = exp.Literal.number(0)
    return exp.Case(
        ifs=[exp.If(this=exp.EQ(this=private.copy(), expression=zero), true=_double(0))],
        default=_divide(loss, shrinks) if shrinks else loss,
    )


def _shrink(bounds: PresenceBounds, public: exp.Expr, private: exp.Expr) -> exp.Expr:
    """By what the widths of a part are divided: the 8th root of the pieces it may become."""
    slack: exp.Expr = exp.Paren(
        this=exp.Sub(
            this=_share(public, bounds.maximum.numerator, bounds.maximum.denominator),
            expression=private.copy(),
        )
    )
    if bounds.minimum > 0:
        lower = exp.Sub(
            this=private.copy(),
            expression=_share(public, bounds.minimum.numerator, bounds.minimum.denominator),
        )
        slack = exp.Least(this=slack, expressions=[lower], ignore_nulls=True)
    square = exp.Mul(this=exp.Mul(this=_double(PIECES), expression=slack), expression=slack.copy())
    shrink: exp.Expr = exp.Add(this=_double(1), expression=_divide(square, private.copy()))
    for _ in range(ROOTS):
        shrink = exp.Sqrt(this=shrink)
    return shrink


def _share(count: exp.Expr, numerator: int, denominator: int) -> exp.Expr:
    return _divide(exp.Mul(this=count.copy(), expression=_double(numerator)), _double(denominator))


def _divide(dividend: exp.Expr, divisor: exp.Expr) -> exp.Expr:
    return exp.Div(this=dividend, expression=divisor, typed=False, safe=False)


def _double(value: int) -> exp.Expr:
    return exp.cast(exp.Literal.number(value), exp.DType.DOUBLE)
