"""Days as spreadsheets count them: 45231 is 2023-11-01, as a column of births or dates has it."""

from sqlglot import exp

from dpsql.domain.column_words import names_day
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import ColumnProfile, may_be_codes
from dpsql.sql.templates import column

#: Excel's day 0. Before March 1900 it is a day off, which no living person is born before.
_DAY_0 = "1899-12-30"
#: No years, and no months with days: from 1906 to 2064, some after 1927.
_LEAST, _SOME, _MOST = 2_500, 10_000, 60_000
#: Fewer are codes.
_LEAST_DAYS = 31
#: About a year, five and ten; fewer years have other widths.
_WIDTHS = ["365", "1825", "3650"]


def are_serial_days(one: ColumnProfile, kind: str) -> bool:
    """Whether whole numbers seem to be days, by their range and the column's name or kind."""
    if one.least is None or one.greatest is None or not one.reads_as_number:
        return False
    is_named = kind in ("birth", "death") or names_day(one.name)
    is_range = _LEAST <= one.least <= one.greatest <= _MOST and one.greatest >= _SOME
    return is_named and is_range and one.distinct > _LEAST_DAYS and may_be_codes(one)


def propose_serial_days(one: ColumnProfile, count: str) -> tuple[dict[str, object], str]:
    """Return widths of about years, and a remark that says how dates are made of the numbers."""
    assert one.least is not None and one.greatest is not None  # noqa: S101 - they are numbers
    widths = [width for width in _WIDTHS if int(width) < one.greatest - one.least]
    return {"widths": widths or ["30"]}, f"{count}; {tell_serial_days(one)}"


def tell_serial_days(one: ColumnProfile) -> str:
    """Ask whether numbers are days, and say how to have dates."""
    day = exp.cast(exp.Literal.string(_DAY_0), "DATE")
    cast = write(exp.Add(this=day, expression=exp.cast(column(one.name), "INTEGER")), "duckdb")
    return (
        "are these days as Excel counts them? As"
        f" {cast}, a view has dates, and they could have {{dates: [month, year, decade]}}"
    )
