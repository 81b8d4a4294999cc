"""Profiles the columns of P: how many values of which form, and where the bulk of numbers lies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.rules.missing_codes import (
    LEAST_CODE,
    NINES,
    MissingCodes,
    find_missing_codes,
    find_nines,
)
from dpsql.first_job.texts.form import TextForm
from dpsql.hierarchies.column_values import paths_query
from dpsql.sql.counting.generalization import matches
from dpsql.sql.templates import column, render

#: Categories of at most so many values are listed in the job.
MOST_LISTED = 60
#: A column of more numbers, some of which are negative, is a measurement.
_MOST_WITH_CODES = 200
_CODE_PATTERN = "^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$"
_PADDED_PATTERN = "^0[0-9]+$"
_COMMA_PATTERN = "^-?[0-9]+,[0-9]+$"
#: Fewer values have no bulk.
_LEAST_VALUES = 5
_DATES = ("date", "timestamp")
#: What dates look like to LIKE.
_DATE_FORM = "____-__-__%"
#: A value as text, in the templates.
_TEXT = column("found_text")
#: Characters of a date that say its day.
_DAY = 10


@dataclass(frozen=True)
class Bulk:
    """Where most rows of a column of numbers lie: 90 % of them, or 98 % if those are one value."""

    low: float
    high: float
    #: Distinct values from `low` to `high`.
    distinct: int
    #: Between which 98 % of the rows lie: one of them in a hundred is at most, or at least, there.
    first: float | None = None
    last: float | None = None


@dataclass(frozen=True)
class BulkOfDays:
    """The first and the last day (``2024-05-31``) of 98 % of the rows of a column of dates.

    `distinct`: the days between them that some row has.
    """

    first: str
    last: str
    distinct: int


@dataclass(frozen=True)
class ColumnProfile:
    """A column of P: its rows with a value, its distinct values, and how many have which form.

    `codes`: rows whose value consists of letters and digits, with a digit; `padded`: rows whose
    value is digits after a 0. `least` and `greatest`: of the values that are numbers. `values`: all
    of them, if they are few. `bulk`: None unless it is a column of several numbers. `first_day`,
    `last_day`: of the values that are dates. `commas`: rows whose value is digits with a comma
    between them. `nans`: rows whose value is NaN; `blanks`: rows whose text has no sign but spaces.
    `days`: None unless it is a column of dates. `form`: of texts that no rule reads; `unlisted`: if
    they are too many to list.
    `has_mixed_dates`: they are dates, in several forms. `missing_codes`: numbers that may
    stand for missing values; `missing_texts`: texts that may, of more than are listed.
    """

    name: str
    type: ColumnType
    rows: int
    present: int
    distinct: int
    numbers: int
    dates: int
    codes: int
    padded: int
    shortest: int
    longest: int
    least: float | None
    greatest: float | None
    values: tuple[Leaf, ...] = ()
    bulk: Bulk | None = None
    first_day: str | None = None
    last_day: str | None = None
    commas: int = 0
    nans: int = 0
    blanks: int = 0
    has_mixed_dates: bool = False
    days: BulkOfDays | None = None
    form: TextForm | None = None
    unlisted: TextForm | None = None
    missing_codes: MissingCodes | None = None
    missing_texts: tuple[str, ...] = ()

    @property
    def has_nulls(self) -> bool:
        """Whether some row has no value."""
        return self.present < self.rows

    @property
    def has_fractions(self) -> bool:
        """Whether its values are listed, and some have digits after the point."""
        listed = (value.partition(".")[2] for value in self.values if value is not None)
        return self.reads_as_number and any(decimals.strip("0") for decimals in listed)

    @property
    def is_measured(self) -> bool:
        """Whether it has many numbers, and some with a point."""
        return self.reads_as_number and self.distinct > MOST_LISTED and self.codes < self.present

    @property
    def is_flag(self) -> bool:
        """Whether it says yes or no."""
        return self.distinct <= 2

    @property
    def reads_as_date(self) -> bool:
        """Whether all values are dates."""
        if self.form is not None:
            return self.form.kind == "dates"
        return self.type.family in _DATES or 0 < self.present == self.dates

    @property
    def reads_as_number(self) -> bool:
        """Whether all values are numbers that a rule reads, or that stand for such."""
        if self.form is not None:
            return self.form.kind == "numbers"
        return 0 < self.present == self.numbers

    @property
    def has_decimal_commas(self) -> bool:
        """Whether all values are numbers, some with a comma for the point."""
        return self.commas > 0 and self.commas + self.numbers == self.present

    @property
    def has_rule(self) -> bool:
        """Whether some hierarchy can be proposed for its values."""
        plain = self.type.family in ("text", "boolean", "uuid", "time")
        return plain or self.reads_as_number or self.reads_as_date

    @property
    def are_codes(self) -> bool:
        """Whether all texts have digits and one length of at least three: postcodes, not ages."""
        return 0 < self.present == self.codes and (3 <= self.shortest == self.longest <= 40)


def may_be_codes(one: ColumnProfile) -> bool:
    """Whether numbers are whole, so that they could be codes; of a DOUBLE as its ends tell."""
    if one.type.family == "integer" or one.codes == one.present:
        return True
    ends = one.least, one.greatest
    if ends[0] is None or ends[1] is None or not (ends[0].is_integer() and ends[1].is_integer()):
        return False
    # Texts such as NA are none of the numbers.
    numbers = one.distinct if one.form is None else len(one.form.plain)
    return numbers <= ends[1] - ends[0] + 1


def profile_columns(
    engine: Engine, table: str, types: Mapping[str, ColumnType]
) -> tuple[ColumnProfile, ...]:
    """Profile the columns of P, the logical table `table`; `with_bulks` adds their bulks."""
    names = list(types)
    if not names:
        return ()
    found = []
    for number, *counts, least, greatest, first, last, commas, nans, blanks in sorted(
        engine.fetch(profile_query(names))
    ):
        name = names[int(number)]
        values: tuple[Leaf, ...] = ()
        if int(counts[2]) <= MOST_LISTED:
            values = tuple(value for value, _ in engine.fetch(paths_query([name])))
        ends = (_as_float(least), _as_float(greatest))
        counted = _as_ints(counts)
        one = ColumnProfile(name, types[name], *counted, *ends, values, None, first, last)
        one = replace(one, commas=int(commas), nans=int(nans), blanks=int(blanks))
        found.append(_with_missing_codes(engine, one))
    return tuple(found)


def _with_missing_codes(engine: Engine, one: ColumnProfile) -> ColumnProfile:
    is_few = one.reads_as_number and one.distinct <= _MOST_WITH_CODES
    if not is_few or one.least is None:
        return one
    nines = {9, *(code for codes in NINES for code in codes[:2])}
    has_nines = one.greatest in nines and one.least >= 0
    if not has_nines and not LEAST_CODE <= one.least < 0:
        return one
    rows = {text: int(n) for text, n in engine.fetch(paths_query([one.name]))}
    found = find_nines(rows) if has_nines else find_missing_codes(rows)
    return replace(one, missing_codes=found)


def with_bulks(
    engine: Engine, columns: Sequence[ColumnProfile], key: str | None
) -> tuple[ColumnProfile, ...]:
    """Return the columns of P with where the bulk of numbers and dates lies.

    The key gets none: it has as many values as rows, and no hierarchy.
    """
    asked = [one for one in columns if one.name != key and one.form is None]
    bulks, days = _find_bulks(engine, asked), _find_days(engine, asked)
    return tuple(replace(one, bulk=bulks.get(one.name), days=days.get(one.name)) for one in columns)


def _as_ints(counts: Sequence[int]) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Return the counts of a row as integers; engines return sums as decimals."""
    rows, present, distinct, numbers, dates, codes, padded, shortest, longest = map(int, counts)
    return rows, present, distinct, numbers, dates, codes, padded, shortest, longest


def _as_float(number: float | None) -> float | None:
    return None if number is None else float(number)


def _find_bulks(engine: Engine, found: Sequence[ColumnProfile]) -> dict[str, Bulk]:
    names = [one.name for one in found if one.reads_as_number and one.distinct >= _LEAST_VALUES]
    if not names:
        return {}
    bulks = {}
    for number, *of_most, low, high, distinct in engine.fetch(bulk_of_numbers_query(names)):
        ends = float(low), float(high)
        most = Bulk(float(of_most[0]), float(of_most[1]), int(of_most[2]), *ends)
        nearly_all = Bulk(*ends, int(distinct), *ends)
        bulks[names[int(number)]] = most if most.low < most.high else nearly_all
    return bulks


def _find_days(engine: Engine, found: Sequence[ColumnProfile]) -> dict[str, BulkOfDays]:
    names = [one.name for one in found if one.reads_as_date and one.distinct >= _LEAST_VALUES]
    if not names:
        return {}
    rows = engine.fetch(bulk_of_days_query(names))
    return {
        names[int(number)]: BulkOfDays(first, last, int(distinct))
        for number, *_, first, last, distinct in rows
    }


def bulk_of_numbers_query(names: Sequence[str]) -> exp.Query:
    """Return the query that finds where the bulk of some columns of numbers lies."""
    return _bulk_query(names, _read_number(_TEXT))


def bulk_of_days_query(names: Sequence[str]) -> exp.Query:
    """Return the query that finds where the bulk of some columns of dates lies."""
    is_date = _look_like(_TEXT, _DATE_FORM, DATE_PATTERN)
    return _bulk_query(names, exp.Case(ifs=[exp.If(this=is_date, true=_begin(_TEXT, _DAY))]))


def _bulk_query(names: Sequence[str], value: exp.Expr) -> exp.Query:
    return render("bulk_of_values", columns=_list_texts(names), value=value)


def profile_query(names: Sequence[str]) -> exp.Query:
    """Return the query that profiles some columns of P."""
    return render(
        "profile_columns",
        columns=_list_texts(names),
        found_number=_read_number(_TEXT),
        is_date=_look_like(_TEXT, _DATE_FORM, DATE_PATTERN),
        day=_begin(_TEXT, _DAY),
        is_code=matches(_TEXT, _CODE_PATTERN),
        is_padded=_look_like(_TEXT, "0%", _PADDED_PATTERN),
        has_comma=_look_like(_TEXT, "%,%", _COMMA_PATTERN),
    )


def _list_texts(names: Sequence[str]) -> list[dict[str, exp.Expr]]:
    return [
        {"number": exp.Literal.number(i), "text": exp.cast(column(name), "VARCHAR")}
        for i, name in enumerate(names)
    ]


def _read_number(text: exp.Expr) -> exp.Case:
    """Return the number that a text is; NULL if it is none."""
    number = exp.TryCast(this=text.copy(), to=exp.DataType.build("DOUBLE"), safe=True)
    return exp.Case(ifs=[exp.If(this=matches(text, NUMBER_PATTERN), true=number)])


def _look_like(text: exp.Expr, form: str, pattern: str) -> exp.Expr:
    """Return whether a text matches a pattern.

    `form`: a pattern of LIKE that all such texts match. Where columns have millions of values,
    that is a fraction of what a regular expression takes.
    """
    like = exp.Like(this=text.copy(), expression=exp.Literal.string(form))
    return exp.and_(like, matches(text, pattern))


def _begin(text: exp.Expr, length: int) -> exp.Substring:
    """Return the first characters of a text."""
    start, end = exp.Literal.number(1), exp.Literal.number(length)
    return exp.Substring(this=text.copy(), start=start, length=end)
