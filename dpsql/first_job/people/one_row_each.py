"""The statement that keeps one row of each person, for a P that has several."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlglot import exp

from dpsql.domain.names import find_same
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel
from dpsql.sql.tables.file_copies import have_own_copies, is_one_file, read_file, write_copy
from dpsql.sql.templates import column

#: The column that is made of all that name a person.
PERSON = "person"


@dataclass(frozen=True)
class Repeating:
    """A table with several rows of people, and which of its columns are kept; all if None.

    `person`: the name of a new column, where several name people together; empty for none.
    """

    place: Mapping[str, str]
    columns: tuple[str, ...] | None = None
    person: str = ""


def name_person(panel: Panel, taken: Collection[str]) -> str:
    """Return the name of a new column for people whom several columns name; empty for none.

    None if tables have a column of the name, in whatever sense.
    """
    return PERSON if panel.within and not find_same(PERSON, taken) else ""


def tell_one_row_each(panel: Panel, tables: Sequence[Repeating]) -> Iterator[str]:
    """Yield what statements of DuckDB do, and each of them, for tables that are files.

    `tables`: P, and T if it has several rows of people, too. Nothing where a statement cannot be
    printed on a line.
    """
    statements = [
        write_one_row_each(path, panel, one.columns, person=one.person)
        for one in tables
        if is_one_file(path := one.place.get("path", ""))
    ]
    paths = [one.place.get("path", "") for one in tables]
    if not statements or not all(one.isprintable() for one in statements):
        return
    if not have_own_copies(paths):
        return
    which = "any row of each"
    if panel.latest is not None and _last_first(panel.latest) is not None:
        which = f"the last row of each by {' '.join(panel.latest.name.split())}"
    files = "the new files" if len(statements) > 1 else "the new file"
    yield f"This keeps {which}, in DuckDB; then run init for {files}:"
    yield from statements


def write_one_row_each(
    path: str, panel: Panel, columns: Sequence[str] | None = None, *, person: str = ""
) -> str:
    """Return the statement of DuckDB that writes one row of each person of a file to Parquet.

    The last by time, if P has one; none of rows that name nobody. `columns`: those that are kept,
    all if None. Columns of a CSV stay text, so that codes keep the zeros before them. `person`: a
    new column with all that names a person, so that runs can check it.
    """
    last_first = None if panel.latest is None else _last_first(panel.latest)
    order = None if last_first is None else exp.Order(expressions=[last_first])
    number = exp.Window(
        this=exp.RowNumber(), partition_by=[*map(column, panel.names)], order=order, over="OVER"
    )
    first = exp.Qualify(this=number.eq(exp.Literal.number(1)))
    kept = [exp.Star()] if columns is None else [column(name) for name in columns]
    named = [exp.alias_(_join(panel.names), person, quoted=True)] if person else []
    rows = (
        exp.select(*kept, *named)
        .from_(read_file(path))
        .where(*(column(name).is_(exp.null()).not_() for name in panel.names))
    )
    rows.set("qualify", first)
    return write_copy(rows, path, "people")


def _join(names: Sequence[str]) -> exp.Expr:
    """Return what several columns name as one text, in which their values stay apart."""
    values = [exp.cast(column(name), "VARCHAR") for name in names]
    return exp.Anonymous(this="concat_ws", expressions=[exp.Literal.string(" | "), *values])


def _last_first(time: ColumnProfile) -> exp.Ordered | None:
    """Return the order by time, the last first; None if texts are not ordered as their days are."""
    value: exp.Expr = column(time.name)
    if time.form is not None and time.form.kind == "dates":
        if (written := _find_format(time.form.plain)) is not None:
            value = exp.Anonymous(
                this="try_strptime", expressions=[value, exp.Literal.string(written)]
            )
        elif sorted(time.form.plain) != sorted(time.form.plain, key=time.form.plain.__getitem__):
            return None
    elif time.reads_as_number:
        value = exp.cast(value, "DOUBLE")
    return exp.Ordered(this=value, desc=True, nulls_first=False)


def _find_format(days: Mapping[str, str]) -> str | None:
    """Return the format by which all texts are read as their days; None if none of the usual is.

    >>> _find_format({"16.08.2000": "2000-08-16"}), _find_format({"1/31/2000": "2000-01-31"})
    ('%d.%m.%Y', '%m/%d/%Y')
    """
    formats = [f"{first}{sign}%Y" for sign in "./-" for first in (f"%d{sign}%m", f"%m{sign}%d")]
    return next((one for one in formats if all(_reads(*day, one) for day in days.items())), None)


def _reads(text: str, day: str, written: str) -> bool:
    try:
        return datetime.strptime(text.strip(), written).date().isoformat() == day
    except ValueError:
        return False
