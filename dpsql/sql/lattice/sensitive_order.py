"""The order of the values of a sensitive column for the search, as keys of an ORDER BY.

The type of the column decides. Texts are ordered as numbers, dates, timestamps or times if all of
them are such. No other texts or types have an order: then the job must list the values. The
verifier states the same rules in Python (`verifier.natural_order`), which is not used here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.sections.sensitive import HOW_TO_LIST
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.public_and_private import count_rows

#: Column of the counted rows, beside the texts, by which a typed column is sorted.
SORT_VALUE = "sort_value"
_TYPED = ("integer", "decimal", "float", "date", "timestamp", "local time", "time")
#: A day of the Gregorian calendar: of months of 31, of 30 and of 28 days, and of leap years.
_DATE = (
    "([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    "|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    "|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])"
    "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"
)
_TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?"
_NUMBER = "[ ]*[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]{1,3})?[ ]*"


def sort_value_of(name: str, type_: ColumnType, value: exp.Expr) -> exp.Expr | None:
    """Return the expression that sorts a column of this type; None if it contains texts.

    Raises:
        InputError: the type has no order.
    """
    if type_.family == "text":
        return None
    if type_.family == "boolean":
        # Not every engine can take the least of several booleans.
        return exp.cast(value, "INTEGER")
    # Numbers of Postgres without a scale, or with many digits, belong to no family.
    if type_.family in _TYPED or type_.name.startswith("NUMERIC"):
        return value
    raise InputError(
        f"t_closeness of {name}: values of type {type_.title} have no order that is known; cast the"
        f" column to a number or a date, or {HOW_TO_LIST}"
    )


def find_text_keys(engine: Engine, name: str, table: str) -> list[exp.Expr]:
    """Return keys that sort the texts `value` of a logical table, if all are of one kind.

    Raises:
        InputError: they are not all numbers, dates, timestamps or times.
    """
    value = exp.column("value")
    for reading in _READINGS:
        other = exp.Paren(this=matches(value, f"^{reading.pattern}$")).not_()
        if not count_rows(engine, table, other):
            return reading.keys(value)
    raise InputError(
        f"t_closeness of {name}: words have no order of their own, and the texts of this column are"
        " neither all numbers (5, -0.5, 1e3), nor all dates, moments or times as ISO 8601 writes"
        f" them; {HOW_TO_LIST}"
    )


def number_keys(text: exp.Expr) -> list[exp.Expr]:
    """Keys that sort texts of numbers exactly, with any number of digits: 0.digits · 10^size."""
    written = exp.Lower(this=exp.Trim(this=text.copy()))
    unsigned = _strip(written, "+-", "LEADING")
    mantissa, exponent = _part(unsigned, "e", 1), _part(unsigned, "e", 2)
    whole, fraction = _part(mantissa, ".", 1), _part(mantissa, ".", 2)
    leading = _strip(exp.DPipe(this=whole, expression=fraction), "0", "LEADING")
    digits = _strip(leading, "0", "TRAILING")
    ten = exp.cast(exp.Nullif(this=exponent, expression=exp.Literal.string("")), "BIGINT")
    size = (exp.Length(this=leading.copy()) - exp.Length(this=fraction)) + exp.Coalesce(
        this=ten, expressions=[exp.Literal.number(0)]
    )
    is_zero = digits.eq(exp.Literal.string(""))
    first = exp.Substring(
        this=written.copy(), start=exp.Literal.number(1), length=exp.Literal.number(1)
    )
    is_negative = first.eq(exp.Literal.string("-"))

    def choose(zero: exp.Expr, negative: exp.Expr, positive: exp.Expr) -> exp.Case:
        ifs = [(is_zero, zero), (is_negative, negative)]
        return exp.Case(
            ifs=[exp.If(this=when.copy(), true=then) for when, then in ifs], default=positive
        )

    number, none = exp.Literal.number, exp.null()
    opposite = number(0) - exp.Paren(this=size.copy())
    return [
        choose(number(1), number(0), number(2)),
        choose(number(0), opposite, size),
        choose(none, none.copy(), digits.copy()),
        exp.Ordered(this=choose(none.copy(), digits.copy(), none.copy()), desc=True),
    ]


def _moment_keys(text: exp.Expr) -> list[exp.Expr]:
    """The date, the time to the second, and the digits after it; a blank or a T separates them."""
    return [_cut(text, 1, 10), _cut(text, 12, 8), _digits_after_second(text)]


def _time_keys(text: exp.Expr) -> list[exp.Expr]:
    return [_cut(text, 1, 8), _digits_after_second(text)]


@dataclass(frozen=True)
class _Reading:
    """A pattern that all texts may match, and the keys that sort them then."""

    pattern: str
    keys: Callable[[exp.Expr], list[exp.Expr]]


_READINGS: Sequence[_Reading] = (
    _Reading(_NUMBER, number_keys),
    _Reading(_DATE, lambda text: [text.copy()]),
    _Reading(f"{_DATE}[ T]{_TIME}", _moment_keys),
    _Reading(_TIME, _time_keys),
)


def _digits_after_second(text: exp.Expr) -> exp.Expr:
    return _strip(_part(text, ".", 2), "0", "TRAILING")


def _cut(text: exp.Expr, start: int, length: int) -> exp.Expr:
    number = exp.Literal.number
    return exp.Substring(this=text.copy(), start=number(start), length=number(length))


def _part(text: exp.Expr, delimiter: str, index: int) -> exp.Expr:
    """A part of a text; empty where it has no such part."""
    return exp.SplitPart(
        this=text.copy(),
        delimiter=exp.Literal.string(delimiter),
        part_index=exp.Literal.number(index),
    )


def _strip(text: exp.Expr, characters: str, position: str) -> exp.Expr:
    return exp.Trim(this=text.copy(), expression=exp.Literal.string(characters), position=position)
