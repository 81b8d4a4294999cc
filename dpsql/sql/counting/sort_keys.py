"""Keys of an ORDER BY that sort values which are stored as text."""

from sqlglot import exp

from dpsql.domain.levels.rules import NUMBER_DIGITS, NUMBER_SCALE


def zero_where(condition: exp.Expr) -> exp.Case:
    """A key that puts the rows that meet a condition first."""
    zero, one = exp.Literal.number(0), exp.Literal.number(1)
    return exp.Case(ifs=[exp.If(this=condition, true=zero)], default=one)


def number_in(text: exp.Expr) -> exp.TryCast:
    """The number that a text states; NULL if it states none."""
    type_ = exp.DataType.build(f"DECIMAL({NUMBER_DIGITS}, {NUMBER_SCALE})")
    return exp.TryCast(this=text.copy(), to=type_)
