"""The rows of an outcome as a frame of pandas or of polars, which are loaded when asked for.

A fraction becomes two columns: a double of its name, to compute and draw with, and the exact text,
`<name>_exact`, to compare with.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol

from dpsql.errors import ConfigError, name_extra

if TYPE_CHECKING:
    import pandas
    import polars


class HasRows(Protocol):
    """An outcome that can be a table."""

    def to_rows(self) -> list[dict[str, Any]]:
        """Its rows, by name of column."""


def to_pandas(self: HasRows) -> "pandas.DataFrame":
    """Return the rows as a frame of pandas; a fraction as a double, and as text in `…_exact`.

    Whole numbers and truth values of which some are missing are of the types `Int64` and `boolean`.

    Raises:
        ConfigError: pandas is not installed.
    """
    module = _load("pandas")
    columns = split_fractions(self.to_rows())
    typed = {
        name: module.Series(cells, dtype=_PANDAS.get(find_kind(cells)))
        for name, cells in columns.items()
    }
    frame: pandas.DataFrame = module.DataFrame(typed)
    return frame


def to_polars(self: HasRows) -> "polars.DataFrame":
    """Return the rows as a frame of polars; a fraction as a double, and as text in `…_exact`.

    Raises:
        ConfigError: polars is not installed.
    """
    module = _load("polars")
    columns = split_fractions(self.to_rows())
    kinds = {name: _POLARS.get(find_kind(cells)) for name, cells in columns.items()}
    types = {name: kind and getattr(module, kind) for name, kind in kinds.items()}
    frame: polars.DataFrame = module.DataFrame(columns, schema=types, strict=False)
    return frame


#: The types of columns by what they hold; some whole numbers or truth values may be missing.
_PANDAS = {
    "whole": "int64",
    "whole, some missing": "Int64",
    "truth": "bool",
    "truth, some missing": "boolean",
    "number": "float64",
    "nothing": "float64",
    "date": "datetime64[s]",
}
_POLARS = {
    "whole": "Int64",
    "whole, some missing": "Int64",
    "truth": "Boolean",
    "truth, some missing": "Boolean",
    "number": "Float64",
    "nothing": "Float64",
    "date": "Date",
    "text": "String",
}


def find_kind(cells: Sequence[Any]) -> str:
    """Return what a column holds, nothing if the frame is to find out; None is a missing cell.

    >>> [find_kind(one) for one in ([1, 2], [1, None], [1, 0.5], [True, None], [None], ["a", None])]
    ['whole', 'whole, some missing', 'number', 'truth, some missing', 'nothing', 'text']
    """
    types = {type(cell) for cell in cells} - {NoneType}
    missing = ", some missing" if None in cells else ""
    if not types:
        return "nothing"
    if types == {bool}:
        return f"truth{missing}"
    if types == {int}:
        return f"whole{missing}" if all(abs(one) < 2**63 for one in cells if one) else "number"
    if types <= {int, float}:
        return "number"
    return "date" if types == {date} else "text" if types == {str} else ""


def split_fractions(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the columns of rows; what a row lacks is None.

    >>> split_fractions([{"delta_max": Fraction(1, 8), "loss": 0.5}, {"loss": 0.25}])
    {'delta_max': [0.125, None], 'delta_max_exact': ['1/8', None], 'loss': [0.5, 0.25]}
    """
    columns: dict[str, list[Any]] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        cells = [row.get(name) for row in rows]
        if any(isinstance(cell, Fraction) for cell in cells):
            columns[name] = [None if cell is None else float(cell) for cell in cells]
            columns[f"{name}_exact"] = [None if cell is None else str(cell) for cell in cells]
        else:
            columns[name] = cells
    return columns


def name_by_column(prefix: str, values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return values by quasi-identifier as cells of one row, under names that nothing else has.

    >>> name_by_column("level", {"zip": 2, "loss": 1})
    {'level_zip': 2, 'level_loss': 1}
    """
    return {f"{prefix}_{name}": value for name, value in (values or {}).items()}


def list_by_column(**columns: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return a row for each quasi-identifier, of what each mapping has for it.

    >>> list_by_column(level={"zip": 2}, height={"zip": 3})
    [{'quasi_identifier': 'zip', 'level': 2, 'height': 3}]
    """
    told = {title: values for title, values in columns.items() if values}
    names = dict.fromkeys(name for values in told.values() for name in values)
    return [
        {"quasi_identifier": name, **{title: one.get(name) for title, one in told.items()}}
        for name in names
    ]


def _load(package: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise ConfigError(f"to_{package} needs {name_extra(package)}") from None
