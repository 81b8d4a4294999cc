"""Says of a column that a table lacks which one may be meant, or how the table is to be read."""

import re
from collections.abc import Mapping, Sequence

from dpsql.domain.job import Job
from dpsql.domain.names import suggest_column, suggest_column_of_t
from dpsql.engines.base import ColumnType
from dpsql.errors import SchemaError
from dpsql.inputs.csv_header import suggest_delimiter, suggest_unquoted
from dpsql.inputs.places import Files, MemoryTable, Place
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, RATES

_Columns = Mapping[str, ColumnType]
_TITLES = {PUBLIC: "the public table", PRIVATE: "the private table", RATES: "the table of rates"}


def require_column(
    name: str,
    columns: Mapping[str, ColumnType],
    table: str,
    expected: Sequence[str] = (),
    mend: str = "",
    *,
    place: Place | None = None,
) -> None:
    """Raise SchemaError unless the table has the column; T's own columns are never listed.

    `mend`: what to do where no other name is meant. `place`: of the rows, if it is known.
    """
    if name in columns:
        return
    title = _TITLES.get(table, "a table of statistics")
    is_csv = isinstance(place, Files) and place.format == "csv"
    # Whoever knows no place may have read a CSV.
    has_names = place is not None and not is_csv
    if isinstance(place, MemoryTable) and name in _list_index(place):
        raise SchemaError(
            f"{title} has no column {name!r}: it is the index of its frame; pass"
            " frame.reset_index()"
        )
    if isinstance(place, MemoryTable) and not _has_texts_as_names(place):
        raise SchemaError(
            f"{title} has no column {name!r}: its column names are no texts, as those of a"
            " MultiIndex; name them: frame.columns = […]"
        )
    hint = ""
    if isinstance(place, Files) and is_csv:
        hint = suggest_delimiter(place.columns, place.delimiter) or _hint_at_sign(name, place)
        hint = suggest_unquoted(name, place.columns) or hint
    if not hint and table == PRIVATE:
        hint = suggest_column_of_t(name, columns, expected)
    elif not hint:
        hint = suggest_column(name, columns, expected, in_memory=has_names)
    raise SchemaError(f"{title} has no column {name!r}{hint or mend}")


def require_key(
    job: Job,
    places: tuple[Place, Place | None],
    public: _Columns,
    private: _Columns,
    expected: tuple[str, ...],
) -> None:
    """Raise SchemaError unless both tables have the job's key; T's own columns are never listed."""
    key = job.private.key
    assert key is not None  # noqa: S101 - the caller looked
    for table, columns, place in ((PUBLIC, public, places[0]), (PRIVATE, private, places[1])):
        try:
            require_column(key, columns, table, expected, place=place)
        except SchemaError as error:
            # A question names the column that is meant.
            mend = "" if str(error).endswith("?") else _find_mend(job, places[1], public, private)
            raise SchemaError(f"{error}{mend}") from None


def _find_mend(job: Job, place: Place | None, public: _Columns, private: _Columns) -> str:
    key = job.private.key
    in_public, in_private = key in public, key in private
    has_header = isinstance(place, Files) and place.format == "csv"
    if has_header and not {*job.quasi_identifiers, *job.keep, key} & {*private}:
        return "; it has none that the job names: does its first line hold names?" * in_public
    way = "; a key is a column of both tables, by one name: name it in the job"
    if in_public:
        way = f"; P has it: rename the column of T with the same values to {key!r}"
    elif in_private:
        way = f"; T has it: rename the column of P with the same values to {key!r}"
    if all(name in private for name in job.quasi_identifiers):
        return f"{way}, or drop key, and T is found by its quasi-identifiers"
    return way


def _hint_at_sign(name: str, place: Files) -> str:
    """Say that a sign parts the names of a CSV that parts none; no name of the file is told."""
    only = place.columns[0] if len(place.columns) == 1 else ""
    if name not in re.split(r"[^\w.-]+", only) or name == only:
        return ""
    return (
        f"; its first line holds {name!r} and more as one name: save the file with , ; | or a tab"
        " between the columns"
    )


def _list_index(place: MemoryTable) -> list[object]:
    """Return the names of the index of a frame of pandas, which is no column of it."""
    return list(getattr(getattr(place.table, "index", None), "names", None) or ())


def _has_texts_as_names(place: MemoryTable) -> bool:
    """Whether a column of a table is named by a text; pandas takes numbers and tuples, too."""
    # Those of Arrow and polars are texts, and `columns` of Arrow are no names.
    is_pandas = type(place.table).__module__.partition(".")[0] == "pandas"
    return not is_pandas or any(isinstance(one, str) for one in place.table.columns)
