"""Compares the rows of T with those of P that their keys name, in the columns that both have.

By key, P's values of the quasi-identifiers are counted and released, and T's of kept columns. Where
T states others, one of the tables is wrong, or the key is; nothing else would show it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.column_words import is_time, says_when
from dpsql.domain.found.differing_rows import DifferingRows, TimesOfRows
from dpsql.domain.levels.rules import NUMBER_PATTERN
from dpsql.domain.names import find_same
from dpsql.engines.base import ColumnType, Engine
from dpsql.inputs.places import Place
from dpsql.sql.tables.copies import Original, keeps_one_row_each, name_originals
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

_NUMBERS = ("integer", "decimal", "float")
_MOMENTS = ("date", "timestamp")
#: So many rows have a pair of different values that another row has, if values correspond.
_FEWEST_SEEN_AGAIN = 20
#: Of columns in which rows differ, how many are looked at closer, as each joins P with T once more.
_MOST_LOOKED_AT = 5
#: What numbers are rounded to, up, down or to the nearest; and of so many rows one may not be, or
#: not be written in another way.
_UNITS, _OF_ROWS = ("1000", "100", "10", "5", "1", "0.1", "0.01"), 20
#: How far a multiple of a unit may be from one, of units: numbers of floating point are near them.
_NEAR = "0.000001"
#: A day as texts of dates have it, without an hour.
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_TIMES = ("text", *_NUMBERS, *_MOMENTS)
_TEXTS = ("text", "boolean", "uuid", "time", *_NUMBERS, *_MOMENTS)


@dataclass(frozen=True)
class SharedColumn:
    """A column that P and T both have: its name and type in each."""

    public: str
    private: str
    public_type: ColumnType
    private_type: ColumnType

    @property
    def types(self) -> tuple[str, str] | None:
        """The types in P and T; None if they are the same."""
        found = self.public_type.title, self.private_type.title
        return None if found[0] == found[1] else found

    @property
    def is_same(self) -> exp.Expr:
        """Whether a row of T has P's value; NULL is a value, and 41.0 is 41 among numbers."""
        values = column(self.public, PUBLIC), column(self.private, PRIVATE)
        both_null = exp.and_(*(value.is_(exp.null()) for value in values))
        return exp.paren(exp.or_(both_null, *self._find_equal(*values)), copy=False)

    def _find_equal(self, public: exp.Expr, private: exp.Expr) -> Iterator[exp.Expr]:
        families = self.public_type.family, self.private_type.family
        if all(one in _NUMBERS for one in families):
            yield public.eq(private)
            return
        if all(one in _MOMENTS for one in families):
            yield exp.cast(public, "TIMESTAMP").eq(exp.cast(private, "TIMESTAMP"))
            return
        if not all(one in _TEXTS for one in families):
            return
        one, other = exp.cast(public, "VARCHAR"), exp.cast(private, "VARCHAR")
        # pandas writes True into a CSV.
        is_flag = "boolean" in families and "text" in families
        yield exp.Lower(this=one).eq(exp.Lower(this=other)) if is_flag else one.eq(other)
        if self.has_numbers and "text" in families:
            numbers = self.numbers
            yield numbers[0].eq(numbers[1])

    @property
    def has_numbers(self) -> bool:
        """Whether one table has numbers there, and the other numbers or texts, as CSVs have."""
        families = {self.public_type.family, self.private_type.family}
        return bool(families & {*_NUMBERS}) and families <= {"text", *_NUMBERS}

    @property
    def numbers(self) -> tuple[exp.Expr, exp.Expr]:
        """The number in P and in T; NULL for a text that is none."""
        public, private = column(self.public, PUBLIC), column(self.private, PRIVATE)
        return _as_number(public, self.public_type), _as_number(private, self.private_type)


@dataclass(frozen=True)
class SharedTime:
    """A column that says when a row was, in P and in T, whose types are families of times."""

    shared: SharedColumn

    @property
    def is_same(self) -> exp.Expr:
        """Whether a row of T is of the time of P's: of 2020.0 and of 2020, among texts, too."""
        public, private = self._values
        if self._are_moments:
            return public.eq(private)
        numbers = self.shared.numbers
        texts = (exp.cast(value, "VARCHAR") for value in (public, private))
        equal = exp.EQ(this=next(texts), expression=next(texts))
        return exp.paren(exp.or_(equal, numbers[0].eq(numbers[1])), copy=False)

    @property
    def is_told(self) -> exp.Expr:
        """Whether that is known: both rows have a number, or a day, or one text.

        Texts that differ may be one time, written in two ways.
        """
        public, private = self._values
        if self._are_moments:
            return _have_values(public, private)
        texts = [exp.cast(value, "VARCHAR") for value in (public, private)]
        days = exp.and_(*(_matches(text, _DAY) for text in texts))
        both = (days, _have_values(*self.shared.numbers), texts[0].eq(texts[1]))
        return exp.paren(exp.or_(*both), copy=False)

    @property
    def _are_moments(self) -> bool:
        return self._families <= {*_MOMENTS}

    @property
    def _families(self) -> set[str]:
        return {self.shared.public_type.family, self.shared.private_type.family}

    @property
    def _values(self) -> tuple[exp.Expr, exp.Expr]:
        """The values of P and of T; of a day and a moment, the days."""
        public, private = column(self.shared.public, PUBLIC), column(self.shared.private, PRIVATE)
        if self._families == {*_MOMENTS}:
            return exp.cast(public, "DATE"), exp.cast(private, "DATE")
        return public, private


def _have_values(*values: exp.Expr) -> exp.Expr:
    return exp.and_(*(exp.paren(value.is_(exp.null()).not_()) for value in values))


def _matches(text: exp.Expr, pattern: str) -> exp.Expr:
    return exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(pattern))


def _as_number(value: exp.Expr, type_: ColumnType) -> exp.Expr:
    if type_.family in _MOMENTS:
        return exp.cast(exp.null(), "DOUBLE")
    return read_number(value) if type_.family == "text" else exp.cast(value, "DOUBLE")


def read_number(text: exp.Expr) -> exp.Expr:
    """Return the number in a text; NULL where there is none."""
    is_number = _matches(text, NUMBER_PATTERN)
    number = exp.TryCast(this=text.copy(), to=exp.DataType.build("DOUBLE"), safe=True)
    return exp.Case(ifs=[exp.If(this=is_number, true=number)])


def find_differing_rows(engine: Engine, tables: Tables, public: Place) -> DifferingRows | None:
    """Compare T with P, `public`, row by row, where T is given by key; None if it is not.

    Of the job's columns are compared quasi-identifiers, and kept ones that P has, too; beside
    these, what says in both tables when a row was.
    """
    key = tables.private_rows.key
    if key is None:
        return None
    types = engine.columns(PUBLIC), engine.columns(PRIVATE)
    shared = list(list_shared((*tables.quasi_identifiers, *tables.keep), *types))
    original = name_originals([public], engine.dialect)[0]
    found = compare_by_key(engine, key, shared, list_shared_times(key, *types))
    found = with_times(engine, found, original)
    if not found.rows and PRIVATE not in tables.keep.values():
        # Nothing of T is released, at whatever time it was.
        found = replace(found, times=None)
    kept = tuple(name for name in found.columns if tables.keep.get(name) == PRIVATE)
    differing = [one for one in shared if one.public in found.columns][:_MOST_LOOKED_AT]
    respelled = tuple(find_respelled(engine, key, differing))
    return replace(found, kept=kept, respelled=respelled)


def compare_by_key(
    engine: Engine,
    key: str,
    shared: Sequence[SharedColumn],
    times: Sequence[SharedColumn] = (),
) -> DifferingRows:
    """Count the rows of T that differ from those of P with their key, in one statement.

    `times`: columns that say when a row was. What is found of them is left out where it is not told
    of some row.
    """
    if not shared and not times:
        return DifferingRows(0)
    query = differing_rows_query(key, shared, times)
    rows, *counts = map(int, engine.fetch(query)[0])
    of_columns, of_times = counts[: len(shared)], counts[len(shared) :]
    columns = {one.public: n for one, n in zip(shared, of_columns, strict=True) if n}
    types = {one.public: one.types for one in shared if one.public in columns and one.types}
    found = DifferingRows(rows, columns, types=types)
    if not of_times or of_times[-1]:
        return found
    others, differing, _ = of_times
    names = tuple(one.public for one in times)
    return replace(found, times=TimesOfRows(names, others, differing))


def with_times(engine: Engine, found: DifferingRows, public: Original) -> DifferingRows:
    """Return what was found, and whether P's row of somebody may be of another time than T's.

    That is so if a table has a time, or if P has one row of each person of another file.
    """
    if not found.rows or found.times is not None:
        return found
    names = [*engine.columns(PUBLIC), *engine.columns(PRIVATE)]
    return replace(found, is_timed=keeps_one_row_each(public) or any(map(is_time, names)))


def find_respelled(engine: Engine, key: str, shared: list[SharedColumn]) -> list[str]:
    """Return the columns in which values of T correspond to those of P under a key.

    Each value of one table has one of the other there, as codes for texts do, or other spellings.
    Rows of other people would mix them. A value of P that differs does so in nearly all its rows:
    elsewhere a cell of T is wrong.
    """
    respelled = []
    for one in shared:
        found = map(int, engine.fetch(value_pairs_query(key, one))[0])
        differing, differing_pairs, agreeing, pairs, *distinct = found
        # A pair that is seen once corresponds by itself.
        is_seen_again = differing - differing_pairs >= _FEWEST_SEEN_AGAIN
        is_of_all_rows = _OF_ROWS * agreeing <= agreeing + differing
        if pairs == max(distinct) and min(distinct) > 1 and is_seen_again and is_of_all_rows:
            respelled.append(one.public)
    return respelled


def find_rounded(engine: Engine, key: str, shared: list[SharedColumn]) -> dict[str, str]:
    """Return the columns in which one table has the numbers of the other, rounded, under a key.

    With what they are rounded to: `10 in T`. Rows of other people would not be so near.
    """
    rounded = {}
    for one in shared:
        if not one.has_numbers:
            continue
        query = rounded_values_query(key, one)
        rows, *counts = map(int, engine.fetch(query)[0])
        distinct, fitting = counts[:2], counts[2:]
        for (unit, table), fits in zip(_list_roundings(), fitting, strict=True):
            is_varied = distinct[table == PRIVATE] > 1
            if rows >= _FEWEST_SEEN_AGAIN and is_varied and _OF_ROWS * (rows - fits) <= rows:
                rounded[one.public] = f"{unit} in {'T' if table == PRIVATE else 'P'}"
                break
    return rounded


def _list_roundings() -> Iterator[tuple[str, str]]:
    """Yield units, the greatest first, and the table whose numbers are their multiples.

    What is rounded to tens has multiples of 5, too.
    """
    for unit in _UNITS:
        yield unit, PRIVATE
        yield unit, PUBLIC


def rounded_values_query(key: str, shared: SharedColumn) -> exp.Query:
    """Return the query that counts rows whose number in one table is the other's, rounded."""
    public, private = shared.numbers
    return render(
        "count_rounded_values",
        roundings=[
            {"fits": _fit(unit, table), "name": identifier(f"rounded_{i}")}
            for i, (unit, table) in enumerate(_list_roundings())
        ],
        public_value=public,
        private_value=private,
        private_key=column(key, PRIVATE),
        public_key=column(key, PUBLIC),
    )


def _fit(unit: str, table: str) -> exp.Expr:
    """Whether a table has a multiple of a unit, less than a unit from the number of the other."""
    public, private = column("public_value"), column("private_value")
    rounded = private if table == PRIVATE else public
    size = exp.Literal.number(unit)
    shares = exp.Div(this=rounded.copy(), expression=size.copy(), typed=False, safe=False)
    whole = exp.Floor(this=shares.copy() + exp.Literal.number("0.5"))
    near = exp.Abs(this=exp.paren(shares - whole)) < exp.Literal.number(_NEAR)
    return exp.and_(exp.Abs(this=public - private) < size, near)


def value_pairs_query(key: str, shared: SharedColumn) -> exp.Query:
    """Return the query that counts the pairs of values of P and T in a column, under a key."""
    return render(
        "count_value_pairs",
        is_same=shared.is_same,
        public_value=exp.cast(column(shared.public, PUBLIC), "VARCHAR"),
        private_value=exp.cast(column(shared.private, PRIVATE), "VARCHAR"),
        private_key=column(key, PRIVATE),
        public_key=column(key, PUBLIC),
    )


def list_shared_times(
    key: str, public: Mapping[str, ColumnType], private: Mapping[str, ColumnType]
) -> list[SharedColumn]:
    """Return the columns of both tables that say when a row was, as texts, numbers or days."""
    names = [name for name in public if name != key and says_when(name)]
    return [
        one
        for one in list_shared(names, public, private)
        if {one.public_type.family, one.private_type.family} <= {*_TIMES}
    ]


def list_shared(
    names: Iterable[str], public: Mapping[str, ColumnType], private: Mapping[str, ColumnType]
) -> Iterator[SharedColumn]:
    """Yield the columns of these names that both tables have, by name or in another case."""
    for name in names:
        same = [name] if name in private else find_same(name, private)
        if name in public and len(same) == 1:
            yield SharedColumn(name, same[0], public[name], private[same[0]])


def differing_rows_query(
    key: str, shared: Sequence[SharedColumn], times: Sequence[SharedColumn] = ()
) -> exp.Query:
    """Return the query that counts the rows of T that differ from P, by column, and by time."""
    return render(
        "count_differing_rows",
        columns=[
            {"is_same": one.is_same, "name": identifier(f"differing_{i}")}
            for i, one in enumerate(shared)
        ],
        is_same=exp.and_(*(one.is_same for one in shared)) if shared else exp.true(),
        has_times=bool(times),
        is_same_time=exp.and_(*(SharedTime(one).is_same for one in times)) if times else None,
        is_time_told=exp.and_(*(SharedTime(one).is_told for one in times)) if times else None,
        private_key=column(key, PRIVATE),
        public_key=column(key, PUBLIC),
    )
