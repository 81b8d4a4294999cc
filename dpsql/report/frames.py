"""The rows of an outcome as a frame of pandas or of polars, which are loaded when asked for.

A fraction becomes two columns: a double of its name, to compute and draw with, and the exact text,
`<name>_exact`, to compare with.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
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

    Raises:
        ConfigError: pandas is not installed.
    """
    frame: pandas.DataFrame = _load("pandas").DataFrame(split_fractions(self.to_rows()))
    return frame


def to_polars(self: HasRows) -> "polars.DataFrame":
    """Return the rows as a frame of polars; a fraction as a double, and as text in `…_exact`.

    Raises:
        ConfigError: polars is not installed.
    """
    columns = split_fractions(self.to_rows())
    frame: polars.DataFrame = _load("polars").DataFrame(columns, strict=False)
    return frame


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
