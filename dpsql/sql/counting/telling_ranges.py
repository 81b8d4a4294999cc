"""Finds columns of which nearly all of T has one range of values, and hardly anybody else does.

So is a column that decides by a limit, such as a weight at birth below 2,500, though none of its
values need be that of many people. A few rows of T may lie elsewhere or have no value.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

from sqlglot import exp

from dpsql.domain.found.telling_columns import NEARLY_ALL, RANGE, TellingColumn, find_least_people
from dpsql.domain.levels.rules import DATE_PATTERN
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier, render

_NUMBERS, _MOMENTS = ("integer", "decimal", "float"), ("date", "timestamp")
#: The share of T that has a value, at least, and lies in the range.
_MOST_OF_T = Fraction(9, 10)
#: Fewer rows may be neighbors by chance.
_FEWEST = 10
#: How improbable a range is where people are in T by chance; of more people, each is.
_CHANCE, _MOST_COUNTED = 10**6, 2_000
#: Tenths of T's values, in order: any range of nearly all of T has what lies between them.
_CORE = ("0.1", "0.9")
#: Values of T that an engine has in memory for one statement, and columns of it.
_MOST_VALUES, _MOST_AT_ONCE = 10_000_000, 200
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


def find_telling_ranges(
    engine: Engine,
    names: Sequence[str],
    texts: Collection[str],
    types: _Types,
    rows: PrivateRows,
    sizes: tuple[int, int],
) -> tuple[TellingColumn, ...]:
    """Return those of some columns that decide who is in T by a limit, or by two.

    `texts`: those whose texts may be numbers or days. `types`: of the columns of the logical
    tables. `sizes`: the people of P and T, one per row. Values of T are found and used in one
    statement, so that none is in its text. A second statement looks closer at what the first finds.
    """
    ordered = [
        name
        for name in names
        if _is_ordered(types[PUBLIC].get(name), types[rows.home].get(name), name in texts)
    ]
    if not ordered or sizes[1] < _FEWEST or find_least_people(*sizes) is None:
        return ()
    possible = [*_find_possible(engine, ordered, types, rows, sizes[1])]
    if not possible:
        return ()
    query = rows_within_limits_query(possible, types, rows)
    found = []
    for number, filled, below, above, *ranges in sorted(engine.fetch(query)):
        inside = [(_bound_public(int(most or 0)), int(most or 0)) for most in (below, above)]
        counts = [int(count or 0) for count in ranges]
        inside += [*zip(counts[::2], counts[1::2], strict=True)]
        least = NEARLY_ALL * int(filled or 0)
        most = max((t for p, t in inside if t >= least and _is_range(p, t, sizes)), default=0)
        if most:
            found.append(TellingColumn(possible[int(number)], most, decides=True, content=RANGE))
    return tuple(found)


def _find_possible(
    engine: Engine, names: Sequence[str], types: _Types, rows: PrivateRows, members: int
) -> Iterator[str]:
    """Yield the columns of which few of P have what most of T has."""
    at_once = min(_MOST_AT_ONCE, max(1, _MOST_VALUES // members))
    for start in range(0, len(names), at_once):
        some = names[start : start + at_once]
        counts = [int(n or 0) for n in engine.fetch(core_of_private_query(some, types, rows))[0]]
        for name, of_public, of_private in zip(some, counts[::2], counts[1::2], strict=True):
            if of_private >= _MOST_OF_T * members and of_public <= _bound_public(members):
                yield name


def _bound_public(private: int) -> int:
    """Return the most people of P in a range where so many of T are nearly all."""
    return private * NEARLY_ALL.denominator // NEARLY_ALL.numerator


def _is_range(public: int, private: int, sizes: tuple[int, int]) -> bool:
    """Whether a range with so many people of P and T has nearly all of T, and not by chance.

    >>> _is_range(21, 20, (100, 20)), _is_range(22, 20, (100, 20)), _is_range(10, 10, (20, 10))
    (True, False, False)
    """
    everybody, members = sizes
    if private < max(_MOST_OF_T * members, NEARLY_ALL * public):
        return False
    if everybody > _MOST_COUNTED:
        return True
    within = comb(public, private) * comb(everybody - public, members - private)
    # As many ranges as there are pairs of values.
    return _CHANCE * everybody**2 * within <= comb(everybody, members)


def _is_ordered(public: ColumnType | None, private: ColumnType | None, may_be_read: bool) -> bool:
    families = {one.family if one is not None else "" for one in (public, private)}
    of_numbers = {*_NUMBERS, "text"} if may_be_read else {*_NUMBERS}
    return families <= of_numbers or (families <= {*_MOMENTS} and len(families) == 1)


def core_of_private_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts, by column, P's rows between two values of T, and T's values."""
    ends: list[exp.Expr] = []
    counts: list[exp.Expr] = []
    for number, name in enumerate(names):
        public, private = (_as_ordered(name, table, types) for table in (PUBLIC, rows.home))
        least, greatest, filled = (f"{word}_{number}" for word in ("least", "greatest", "filled"))
        for end, share in zip((least, greatest), _CORE, strict=True):
            tenth = exp.PercentileDisc(this=exp.Literal.number(share))
            order = exp.Order(expressions=[exp.Ordered(this=private.copy(), nulls_first=False)])
            ends.append(exp.alias_(exp.WithinGroup(this=tenth, expression=order), identifier(end)))
        ends.append(exp.alias_(exp.Count(this=private.copy()), identifier(filled)))
        within = exp.Between(this=public, low=column(least, "ends"), high=column(greatest, "ends"))
        one, none = exp.Literal.number(1), exp.Literal.number(0)
        counts.append(exp.Sum(this=exp.Case(ifs=[exp.If(this=within, true=one)], default=none)))
        counts.append(exp.Max(this=column(filled, "ends")))
    source = exp.Table(this=identifier(PUBLIC))
    of_private = rows.select(ends).subquery("ends")
    return exp.select(*counts).from_(source).join(of_private, join_type="cross")


def rows_within_limits_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts the rows of P and T below or above a limit, and in a range."""
    columns = []
    for number, name in enumerate(names):
        public, private = (_as_ordered(name, table, types) for table in (PUBLIC, rows.home))
        of_private = rows.select([exp.alias_(private, "found_value")]).subquery("rows_of_t")
        numbered = exp.Literal.number(number)
        columns.append({"number": numbered, "value": public, "private": of_private})
    return render(
        "count_rows_within_limits",
        columns=columns,
        num=exp.Literal.number(NEARLY_ALL.numerator),
        den=exp.Literal.number(NEARLY_ALL.denominator),
    )


def _as_ordered(name: str, table: str, types: _Types) -> exp.Expr:
    """Return a number that orders the values of a column; NULL for a text that is none."""
    value, family = column(name, table), types[table][name].family
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
