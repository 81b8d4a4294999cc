"""Says which column of a table in memory DuckDB does not read: it names no column itself."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import duckdb

from dpsql.errors import InputError


def tell_unread(table: Any) -> InputError:
    """Return the error for a table of pandas or polars that DuckDB has refused.

    The column is told by its place and type: names of a table without a header are values.
    """
    if not hasattr(table, "iloc") and not _has_pyarrow():
        return InputError(
            "a table in memory: DuckDB reads frames of polars through pyarrow, which is not"
            " installed: pip install pyarrow"
        )
    place, kind = next(_list_unread(table), (None, ""))
    named = "a column" if place is None else f"column {place + 1} ({kind})"
    # The text of a period is no date that a rule reads.
    if kind.startswith("Period"):
        return InputError(
            f"a table in memory: {named} has periods, which DuckDB does not read; convert them to"
            " dates, as with .dt.to_timestamp(), or drop the column"
        )
    return InputError(
        f"a table in memory: {named} has a type that DuckDB does not read, as intervals of pd.cut,"
        " Sparse and complex numbers have; convert it, as with .astype(str) of pandas or"
        " .cast(pl.String) of polars, or drop it"
    )


def _has_pyarrow() -> bool:
    return find_spec("pyarrow") is not None


def _list_unread(table: Any) -> Iterator[tuple[int, str]]:
    """Yield the places and types of columns that cannot be read, by looking at no row.

    None of a table that is neither of pandas nor of polars.
    """
    if not hasattr(table, "dtypes"):
        return
    for i in range(table.shape[1]):
        one = table.iloc[:0, [i]] if hasattr(table, "iloc") else table[:0, [i]]
        try:
            with duckdb.connect() as probe:
                probe.register("one", one)
        except duckdb.Error:
            kind = one.dtypes.iloc[0] if hasattr(table, "iloc") else one.dtypes[0]
            # Not its text, which may have a value.
            yield i, getattr(kind, "__name__", type(kind).__name__)
