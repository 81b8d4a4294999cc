"""Copies rows into and out of Postgres, as its CSV: NULL is empty, a text is in quotes.

Values are written as DuckDB writes them, so that each side reads the other's digit for digit.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.file_carrier import Carried, FileCarrier
from dpsql.engines.postgres.session import NUL, Session
from dpsql.engines.postgres.types import as_stored, find_storage
from dpsql.engines.sql_text import write
from dpsql.errors import InputError, SchemaError
from dpsql.inputs.places import Files

if TYPE_CHECKING:
    import pyarrow

LONGEST_NAME = 63
#: Columns that every table of Postgres has.
_SYSTEM = ("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid")
_BATCH_ROWS = 20_000


def _spell(name: str, type_: ColumnType) -> exp.Expr:
    """Return how DuckDB writes a cell so that Postgres reads the same value."""
    cell = exp.column(name, quoted=True)
    if type_.name == "BLOB":
        return exp.DPipe(this=exp.Literal.string("\\x"), expression=exp.Hex(this=cell))
    text = exp.cast(cell, "VARCHAR")
    if type_.family in ("date", "timestamp"):
        eras = (exp.Literal.string(era) for era in (" (BC)", " BC"))
        return exp.Anonymous(this="replace", expressions=[text, *eras])
    return text


def _read_back(name: str, type_: ColumnType) -> exp.Expr:
    """Return how DuckDB reads a cell that Postgres wrote with `text_of`."""
    cell = exp.column(name, quoted=True)
    if type_.name == "BLOB":
        plain = exp.Anonymous(
            this="replace", expressions=[cell, *map(exp.Literal.string, ("\\x", ""))]
        )
        return exp.Unhex(this=plain)
    return exp.cast(cell, type_.name)


class Carrying:
    """Carries rows between a session of Postgres and one of DuckDB, opened when first needed.

    `mapping` maps exceptions of Postgres; the session of DuckDB maps its own.
    """

    def __init__(
        self,
        session: Session,
        open_carrier: Callable[[], FileCarrier],
        mapping: Callable[..., AbstractContextManager[None]],
    ) -> None:
        self._session = session
        self._open = open_carrier
        self._mapping = mapping
        self._opened: FileCarrier | None = None

    @property
    def _carrier(self) -> FileCarrier:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def close(self) -> None:
        """Close the session of DuckDB if it was opened."""
        if self._opened is not None:
            self._opened.close()

    def bring_in(
        self, place: Carried, table: exp.Table, position: str | None, kind: str | None = None
    ) -> dict[str, ColumnType]:
        """Create `table` with the rows of a file or table, and return its columns.

        If `position` is given, a column of this name numbers the rows in their order. `kind`: that
        of the table, if it is no work table.

        Raises:
            SchemaError: Postgres cannot use the name of a column.
        """
        is_release = isinstance(place, Files) and place.is_release
        with self._carrier.reading(place, _spell) as (columns, rows):
            refuse_names(columns, "release" if is_release else "a table")
            definitions = [
                f"{_write_name(name)} {find_storage(type_)}" for name, type_ in columns.items()
            ]
            if position:
                definitions.append(f"{_write_name(position)} bigint GENERATED ALWAYS AS IDENTITY")
            place_ = write(table, "postgres")
            with self._mapping(reads_release=is_release):
                made = self._session.kind if kind is None else kind
                self._session.run(f"CREATE {made} TABLE {place_} ({', '.join(definitions)})")
                names = ", ".join(map(_write_name, columns))
                self._copy_in(f"COPY {place_} ({names}) FROM STDIN (FORMAT csv)", rows)
            return {name: as_stored(type_) for name, type_ in columns.items()}

    def take_out(self, query: str, types: Mapping[str, ColumnType], target: Path) -> None:
        """Write the rows of a query, whose columns are all texts, to a new file as `types`."""

        def read_back(name: str, _: ColumnType) -> exp.Expr:
            return _read_back(name, types[name])

        with self._mapping(), self._copy_out(query, list(types)) as rows:
            self._carrier.write(rows, target, read_back)

    def _copy_in(self, statement: str, rows: "pyarrow.RecordBatchReader") -> None:
        from pyarrow import csv

        form = csv.WriteOptions(include_header=False, quoting_style="all_valid")
        with self._session.cursor().copy(statement.encode()) as copy:
            for batch in rows:
                block = io.BytesIO()
                csv.write_csv(batch, block, form)
                # The server would report it in its own log.
                if b"\0" in block.getvalue():
                    raise InputError(NUL)
                copy.write(block.getbuffer())

    @contextmanager
    def _copy_out(self, query: str, names: list[str]) -> "Iterator[pyarrow.RecordBatchReader]":
        """Yield the rows, to be read once in their order."""
        import pyarrow

        schema = pyarrow.schema([(name, pyarrow.string()) for name in names])
        # In quotes a byte-order mark is a character; before a plain cell pyarrow would drop it.
        statement = f"COPY ({query}) TO STDOUT (FORMAT csv, FORCE_QUOTE *)"
        with self._session.cursor().copy(statement.encode()) as copy:
            # Each block that Postgres sends is a row.
            blocks = iter(copy)
            batches = (
                batch
                for rows in iter(lambda: list(islice(blocks, _BATCH_ROWS)), [])
                for batch in _parse(b"".join(rows), schema)
            )
            yield pyarrow.RecordBatchReader.from_batches(schema, batches)


def _parse(rows: bytes, schema: "pyarrow.Schema") -> "list[pyarrow.RecordBatch]":
    import pyarrow
    from pyarrow import csv

    # Not with its streaming reader: its threads and DuckDB's deadlock.
    table = csv.read_csv(
        pyarrow.BufferReader(rows),
        read_options=csv.ReadOptions(
            column_names=schema.names, block_size=len(rows) + 1, use_threads=False
        ),
        parse_options=csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
        convert_options=csv.ConvertOptions(
            column_types=schema,
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    return list(table.to_batches())


def _write_name(name: str) -> str:
    return write(exp.to_identifier(name, quoted=True), "postgres")


def refuse_names(columns: Iterable[str], words: str) -> None:
    """Raise SchemaError if Postgres would cut a name, or reserves it."""
    for position, name in enumerate(columns, 1):
        if len(name.encode()) > LONGEST_NAME or name in _SYSTEM or "\0" in name:
            raise SchemaError(
                f"{words}: Postgres cannot name column {position} as it is named; use at most"
                f" {LONGEST_NAME} bytes, and none of {', '.join(_SYSTEM)}"
            )
