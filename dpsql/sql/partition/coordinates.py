"""The places of ordered values on a line, as integers: they measure ranges as the loss does.

The least value lies at 0, the greatest at `WHOLE`. Values that are measured lie by their number or
date, others by their position, rounded down to an integer. `WHOLE` is a multiple of 1 to 22, so
that ranges over few values are compared without rounding. NULL has no distance to a number: it lies
at -`WHOLE`, and a range that is wider than `WHOLE` counts as `WHOLE`.

Exact for integers, decimals, dates and texts of them. For floating-point values and for numbers of
more than 33 digits the nearest doubles are taken.
"""

import re

from sqlglot import exp

from dpsql.domain.levels.rules import NUMBER_DIGITS, NUMBER_SCALE
from dpsql.engines.base import ColumnType

#: `WHOLE` is the product of two steps, so that no part of a division has more than 38 digits.
_STEPS = (83_980, 83_160)
#: Width of the whole range of a quasi-identifier.
WHOLE = _STEPS[0] * _STEPS[1]
#: Most digits of a number that is multiplied by a step.
_MOST_DIGITS = 33
_BEGIN = "1970-01-01"


def number_of(type_: ColumnType) -> exp.Expr:
    """The number by which a value is measured; NULL if its text is neither number nor date."""
    value = exp.column("value")
    match type_.family:
        case "float":
            return exp.cast(exp.column("leaf"), "DOUBLE")
        case "integer":
            return exp.cast(value, "DOUBLE" if "HUGE" in type_.name else "DECIMAL(38, 0)")
        case "decimal":
            digits, scale = map(int, re.findall("[0-9]+", type_.name))
            return exp.cast(value, "DOUBLE" if digits > _MOST_DIGITS else f"DECIMAL(38, {scale})")
        case "boolean":
            return exp.cast(exp.cast(value, "INTEGER"), "DECIMAL(38, 0)")
        case "date":
            return _count("day", exp.cast(exp.Literal.string(_BEGIN), "DATE"), value)
        case "time":
            return _count("microsecond", exp.cast(exp.Literal.string("00:00:00"), "TIME"), value)
        case "timestamp":
            return _count_microseconds(exp.cast(value, "TIMESTAMP"))
    text = exp.column("leaf")
    exact = exp.DataType.build(f"DECIMAL({NUMBER_DIGITS}, {NUMBER_SCALE})")
    moment = exp.TryCast(this=text.copy(), to=exp.DataType.build("TIMESTAMP"))
    ticks = exp.Cast(this=_count_microseconds(moment), to=exact.copy())
    return exp.Coalesce(this=exp.TryCast(this=text, to=exact), expressions=[ticks])


def coordinate_of(number: exp.Expr | None) -> exp.Expr:
    """The coordinate of a value that lies `past` the least one, where the greatest lies `width`.

    `number` is None if values lie by their position; then NULL is a value like others.
    """
    literal = exp.Literal.number
    past, width = exp.column("past"), exp.column("width")
    if isinstance(number, exp.Cast) and number.is_type(exp.DType.DOUBLE):
        share: exp.Expr = _floor_share(past, width)
    else:
        first = _product(past, _STEPS[0])
        second = _product(exp.Paren(this=first) % width, _STEPS[1])
        share = _product(_divide(first, width), _STEPS[1]) + _divide(second, width)
    is_wide = width > literal(0)
    ifs = [exp.If(this=is_wide, true=exp.Coalesce(this=share, expressions=[literal(0)]))]
    if number is not None:
        is_null = exp.column("leaf").is_(exp.null())
        ifs.insert(0, exp.If(this=is_null, true=exp.cast(literal(-WHOLE), exp.DType.BIGINT)))
    return exp.Case(ifs=ifs, default=exp.cast(literal(0), exp.DType.BIGINT))


def _count(unit: str, begin: exp.Expr, value: exp.Expr) -> exp.Expr:
    """Whole units from one moment to another; different values are at least one unit apart."""
    units = exp.DateDiff(this=value, expression=begin, unit=exp.Var(this=unit.upper()))
    return exp.cast(units, "DECIMAL(38, 0)")


def _count_microseconds(moment: exp.Expr) -> exp.Expr:
    return _count("microsecond", exp.cast(exp.Literal.string(_BEGIN), "TIMESTAMP"), moment)


def _product(count: exp.Expr, factor: int) -> exp.Mul:
    return exp.Paren(this=count.copy()) * exp.Literal.number(factor)


def _divide(product: exp.Expr, width: exp.Expr) -> exp.Expr:
    """Divide and round down: the dividend is made a multiple, so the nearest double is enough."""
    rest = exp.Paren(this=product.copy()) % width
    multiple = exp.Paren(this=product - rest)
    return _whole_number(exp.Div(this=multiple, expression=width.copy(), typed=False, safe=False))


def _floor_share(past: exp.Expr, width: exp.Expr) -> exp.Expr:
    """The coordinate of a double; that of the greatest value is exact."""
    share = exp.Div(this=past, expression=width.copy(), typed=False, safe=False)
    return _whole_number(exp.Floor(this=_product(share, WHOLE)))


def _whole_number(quotient: exp.Expr) -> exp.Expr:
    return exp.TryCast(this=quotient, to=exp.DataType.build("BIGINT"))
