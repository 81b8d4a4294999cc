"""Writes tables and hierarchies to files, and reads CSV back, by rules of its own.

Every CSV field is quoted and NULL is an unquoted empty field, so that NULL and the empty text stay
apart; a reader that cannot tell them apart is not used here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.generative.instances.columns import text_of
from tests.oracle.tables.table import Value

TEXT = pa.string()
Columns = Mapping[str, Sequence[Value]]
"""Column name -> its cells; all columns of one length."""


def make_arrow_table(columns: Columns, text_type: pa.DataType = TEXT) -> pa.Table:
    """Return the table with the types that its cells have; an all-NULL column is text."""
    arrays = {name: pa.array(cells) for name, cells in columns.items()}
    for name, array in arrays.items():
        if pa.types.is_null(array.type) or pa.types.is_string(array.type):
            arrays[name] = pa.array(columns[name], text_type)
    return pa.table(arrays)


def write_parquet(path: Path, table: pa.Table) -> Path:
    """Write the table and return its path."""
    pq.write_table(table, path)
    return path


@dataclass(frozen=True)
class Lines:
    """How the lines of a CSV file end, and whether the last one does."""

    end: str = "\n"
    last_has_end: bool = True


UNIX_LINES = Lines()


def write_csv(
    path: Path, records: Iterable[Sequence[Value]], delimiter: str, lines: Lines = UNIX_LINES
) -> Path:
    """Write the records, a header too if there is one, and return the path."""
    text = lines.end.join(delimiter.join(map(_quote, record)) for record in records)
    path.write_bytes((text + lines.end * lines.last_has_end).encode())
    return path


def list_records(columns: Columns) -> Iterator[Sequence[Value]]:
    """Yield the header and then the rows of a table."""
    yield list(columns)
    yield from zip(*columns.values(), strict=True)


def read_csv(path: Path) -> list[list[str | None]]:
    """Return the records of a comma-separated file; an unquoted empty field is None."""
    text = path.read_bytes().decode()
    records: list[list[str | None]] = [[]]
    position = 0
    while position < len(text):
        field, position = _read_field(text, position)
        records[-1].append(field)
        if text[position] == "\n":
            records.append([])
        position += 1
    return records[:-1]


def _read_field(text: str, start: int) -> tuple[str | None, int]:
    """Return the field that starts here and the position of the separator after it."""
    if text[start] != '"':
        end = min(text.index(mark, start) for mark in ",\n" if text.find(mark, start) >= 0)
        return text[start:end] or None, end
    end = start + 1
    while text[end] != '"' or text[end + 1] == '"':
        end += 2 if text[end] == '"' else 1
    return text[start + 1 : end].replace('""', '"'), end + 1


def _quote(value: Value) -> str:
    text = text_of(value)
    return "" if text is None else '"' + text.replace('"', '""') + '"'
