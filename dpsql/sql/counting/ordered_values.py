"""Reads values as numbers that have their order: numbers, moments, and texts that are such."""

from collections.abc import Collection, Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.rules import DATE_PATTERN
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column

_NUMBERS, _MOMENTS = ("integer", "decimal", "float"), ("date", "timestamp")
#: How German tables write days.
_DAY_FIRST = "^(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.][0-9]{4}([ T].*)?$"
#: Numbers as programs write floats, with more decimals than rules read: an order needs none exact.
#: Within what every engine reads alike.
_FLOAT = (
    "^-?([0-9]{1,18}([.][0-9]{1,30})?"
    "|[0-9]([.][0-9]{1,30})?[eE](-[0-9]{1,2}|[+]?(0?[0-9]|1[0-7])))$"
)
#: 1.234,50 and 78,4.
_DECIMAL_COMMA = "^-?([0-9]{1,18}|[0-9]{1,3}([.][0-9]{3}){1,5}),[0-9]{1,30}$"
_Types = Mapping[str, Mapping[str, ColumnType]]


def list_ordered(
    names: Sequence[str], texts: Collection[str], types: _Types, rows: PrivateRows
) -> list[str]:
    """Return those of some columns whose values have an order in P and in T.

    `texts`: those whose texts may be numbers or days. `types`: of the columns of the logical
    tables.
    """
    return [
        name
        for name in names
        if _is_ordered(types[PUBLIC].get(name), types[rows.home].get(name), name in texts)
    ]


def drop_unread(
    engine: Engine, ordered: Sequence[str], types: _Types, rows: PrivateRows
) -> list[str]:
    """Return ordered columns without those of texts of which none in T is a number or a day.

    Reads T once, where P is many times as large.
    """
    texts = [name for name in ordered if types[rows.home][name].family == "text"]
    if not texts:
        return [*ordered]
    counts = [exp.Count(this=as_ordered(name, rows.home, types)) for name in texts]
    filled = dict(zip(texts, engine.fetch(rows.select(counts))[0], strict=True))
    return [name for name in ordered if filled.get(name, 1)]


def _is_ordered(public: ColumnType | None, private: ColumnType | None, may_be_read: bool) -> bool:
    families = {one.family if one is not None else "" for one in (public, private)}
    of_numbers = {*_NUMBERS, "text"} if may_be_read else {*_NUMBERS}
    return families <= of_numbers or (families <= {*_MOMENTS} and len(families) == 1)


def as_ordered(name: str, table: str, types: _Types) -> exp.Expr:
    """Return a number that orders the values of a column; NULL for a text that is none."""
    return order_value(column(name, table), types[table][name].family)


def order_value(value: exp.Expr, family: str) -> exp.Expr:
    """Return a number that orders values of a type; NULL for a text that is none."""
    if family in _MOMENTS:
        return _number_moment(value, has_time=family == "timestamp")
    return _read_ordered(value) if family == "text" else exp.cast(value, "DOUBLE")


def _number_moment(value: exp.Expr, *, has_time: bool) -> exp.Expr:
    """Return a moment as a number: 20240531, or with hours, minutes and seconds after it."""
    parts = ("YEAR", "MONTH", "DAY", *(("HOUR", "MINUTE", "SECOND") if has_time else ()))
    number: exp.Expr | None = None
    for part in parts:
        taken = exp.Extract(this=exp.Var(this=part), expression=value.copy())
        one = exp.cast(taken, "DOUBLE")
        number = one if number is None else exp.paren(number * exp.Literal.number(100) + one)
    assert number is not None  # noqa: S101 - there are parts
    return number


def _read_ordered(text: exp.Expr) -> exp.Expr:
    """Return the number in a text, or its day as a number: 20240531."""
    days = (
        ("____-__-__%", DATE_PATTERN, ((1, 4), (6, 2), (9, 2))),
        ("__.__.____%", _DAY_FIRST, ((7, 4), (4, 2), (1, 2))),
    )
    ifs = []
    for form, pattern, places in days:
        is_day = exp.and_(
            exp.Like(this=text.copy(), expression=exp.Literal.string(form)),
            exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(pattern)),
        )
        parts = [_take(text, start, length) for start, length in places]
        digits = exp.DPipe(this=exp.DPipe(this=parts[0], expression=parts[1]), expression=parts[2])
        ifs.append(exp.If(this=is_day, true=exp.cast(digits, "DOUBLE")))
    is_float, has_comma = (
        exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(pattern))
        for pattern in (_FLOAT, _DECIMAL_COMMA)
    )
    ifs += [
        exp.If(this=is_float, true=_try_double(text)),
        exp.If(this=has_comma, true=_try_double(_replace(_replace(text, ".", ""), ",", "."))),
    ]
    return exp.Case(ifs=ifs)


def _try_double(text: exp.Expr) -> exp.TryCast:
    return exp.TryCast(this=text.copy(), to=exp.DataType.build("DOUBLE"), safe=True)


def _replace(text: exp.Expr, mark: str, other: str) -> exp.Replace:
    found, written = exp.Literal.string(mark), exp.Literal.string(other)
    return exp.Replace(this=text.copy(), expression=found, replacement=written)


def _take(text: exp.Expr, start: int, length: int) -> exp.Substring:
    numbers = (exp.Literal.number(number) for number in (start, length))
    return exp.Substring(this=text.copy(), start=next(numbers), length=next(numbers))
