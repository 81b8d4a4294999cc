"""Says which column of a table in memory DuckDB does not read: it names no column itself.

A column is told by its place and type: names of a table without a header are values.
"""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import duckdb

from dpsql.domain.sections.source import InMemory
from dpsql.errors import InputError

#: What errors call the logical tables that a job is about.
_WHOSE = {"public_table": "P, ", "private_table": "T, "}


def tell_unread(name: str, table: Any) -> InputError:
    """Return the error for a table of pandas or polars that DuckDB has refused.

    `name`: of the logical table.
    """
    named = _name_frame(name, table)
    if getattr(table, "shape", (0, 1))[1] == 0:
        return InputError(f"{named}: it has no columns")
    if not hasattr(table, "iloc") and not _has_pyarrow():
        return InputError(
            f"{named}: DuckDB reads frames of polars through pyarrow, which is not installed: pip"
            " install pyarrow"
        )
    place, kind = next(_list_unread(table, rows=0), (None, ""))
    of_column = "a column" if place is None else _name_column(place, kind)
    # The text of a period is no date that a rule reads.
    if kind.startswith("Period"):
        return InputError(
            f"{named}: {of_column} has periods, which DuckDB does not read; convert them to dates,"
            " as with .dt.to_timestamp(), or drop the column"
        )
    return InputError(
        f"{named}: {of_column} has a type that DuckDB does not read, as intervals of pd.cut,"
        " Sparse and complex numbers have; convert it, as with .astype(str) of pandas or"
        " .cast(pl.String) of polars, or drop it"
    )


def tell_mixed(tables: Mapping[str, Any]) -> InputError | None:
    """Return the error for columns whose values DuckDB does not read as one type; None without.

    It takes the type of a column of objects from some of its rows, and fails at others, while a
    statement runs. `tables`: by logical names, those that it may have read.
    """
    told = [
        f"{_name_frame(name, table)}: {_name_column(place, kind)}"
        for name, table in tables.items()
        for place, kind in _list_unread(table)
    ]
    if not told:
        return None
    has, it = ("has", "it") if len(told) == 1 else ("each has", "each")
    return InputError(
        f"{'; '.join(told)} {has} values that DuckDB does not read as one type, as where numbers,"
        f" texts and bytes are mixed; give {it} one type, as with .astype(str), or drop it"
    )


def _name_frame(name: str, table: Any) -> str:
    return f"{_WHOSE.get(name, '')}a {InMemory(table).title}"


def _name_column(place: int, kind: str) -> str:
    return f"column {place + 1} ({kind}, frame.columns[{place}])"


def _has_pyarrow() -> bool:
    return find_spec("pyarrow") is not None


def _list_unread(table: Any, rows: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the places and types of columns that cannot be read; `rows`: how many are looked at.

    None of a table that is neither of pandas nor of polars.
    """
    if not hasattr(table, "dtypes"):
        return
    for i in range(table.shape[1]):
        one = table.iloc[:rows, [i]] if hasattr(table, "iloc") else table[:rows, [i]]
        try:
            with duckdb.connect() as probe:
                probe.register("one", one)
                probe.execute("SELECT count(COLUMNS(*)) FROM one")
        except duckdb.Error:
            kind = one.dtypes.iloc[0] if hasattr(table, "iloc") else one.dtypes[0]
            yield i, _name_kind(kind)


def _name_kind(kind: Any) -> str:
    """Name a type, without its text, which may have a value."""
    if type(kind).__module__.partition(".")[0] == "numpy":
        return str(kind.name)
    return getattr(kind, "__name__", type(kind).__name__)
