"""Carries rows between files or memory and a server engine, which can read neither.

An embedded DuckDB reads and writes, hardened as always. So a file is the same table, and a release
the same file, on every engine. Rows pass in batches; what does not fit in memory is spilled.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.base import ColumnType
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.types import holds
from dpsql.errors import TypeMismatch
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files, MemoryTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow

_CARRIED = "carried"
_BATCH_ROWS = 50_000
#: Rows of a batch that is written: a multiple of DuckDB's vectors of 2,048 rows.
_WRITTEN_ROWS = 24 * 2048
#: Places that a server does not see.
Carried = Files | LakeTable | Addresses | MemoryTable
#: Returns the expression to read or write for a column of this name and type.
Cell = Callable[[str, ColumnType], exp.Expr]


class FileCarrier:
    """A DuckDB session beside that of the server; use as a context manager."""

    def __init__(
        self,
        options: DuckDBOptions,
        folder: Path,
        *,
        readable: Sequence[Path | Addresses] = (),
        writable: Sequence[Path] = (),
        debug: Debug | None = None,
    ) -> None:
        """Open a session that can access only `readable` files and `writable` folders.

        The session is new and private, so it needs no preflight: nobody has changed its settings.
        """
        self._engine = DuckDBEngine(
            options, folder, readable=readable, writable=writable, debug=debug
        )
        self._is_shared = False

    @classmethod
    def within(cls, engine: DuckDBEngine) -> Self:
        """Return a carrier in a session of dpsql's own that is open, and stays so."""
        carrier = cls.__new__(cls)
        carrier._engine, carrier._is_shared = engine, True
        return carrier

    @contextmanager
    def reading(
        self,
        place: Carried,
        cell: Cell | None = None,
    ) -> "Iterator[tuple[Mapping[str, ColumnType], pyarrow.RecordBatchReader]]":
        """Yield the columns of a place and its rows, in the order of the file or table, once.

        `cell` returns the expression to read for a column, if not the column itself. An error of
        reading is an error of the file, whatever consumes the rows.
        """
        self._engine.register(_CARRIED, place)
        try:
            columns = self._engine.columns(_CARRIED)
            with (
                self._engine.mapping_errors("carry", reads=exp.to_table(_CARRIED)),
                # A stream that is left half-read would block forget().
                self._engine.stream(self._select(cell), _BATCH_ROWS) as rows,
            ):
                yield columns, rows
        finally:
            self._engine.forget(_CARRIED)

    def columns(self, place: Carried) -> Mapping[str, ColumnType]:
        """Return the columns of a place, in order; refuse files that do not fit together."""
        self._engine.register(_CARRIED, place)
        try:
            return self._engine.columns(_CARRIED)
        finally:
            self._engine.forget(_CARRIED)

    def write(
        self,
        rows: "pyarrow.RecordBatchReader",
        target: Path,
        cell: Cell | None = None,
        types: Mapping[str, str] | None = None,
    ) -> None:
        """Write rows, in their order, to a new file; its suffix is the format.

        `cell` returns the expression to write for a column; `types` are the stored types. The bytes
        do not depend on the batches in which a server sends the rows.
        """
        self._engine.register(_CARRIED, MemoryTable(_fill_batches(rows)))
        try:
            self._engine.export(self._select(cell), target, types)
        finally:
            self._engine.forget(_CARRIED)

    def write_again(self, file: Files, types: Mapping[str, str]) -> Path:
        """Write the rows of a file to a new one in this session's own folder, in their order.

        Raises:
            TypeMismatch: a column of a Parquet file is not stored as its type in `types` requires.
        """
        self._engine.register(_CARRIED, file)
        try:
            for name, type_ in self._engine.columns(_CARRIED).items():
                if file.format == "parquet" and not holds(type_.name, types[name]):
                    raise TypeMismatch(f"its column {name!r} is of another type than it is to be")
            target = self._engine.work_folder / f"again{file.paths[0].suffix.lower()}"
            self._engine.export(self._select(None), target, types)
            return target
        finally:
            self._engine.forget(_CARRIED)

    def _select(self, cell: Cell | None) -> exp.Query:
        cells = [
            exp.alias_(cell(name, type_), name, quoted=True)
            if cell is not None
            else exp.column(name, quoted=True)
            for name, type_ in self._engine.columns(_CARRIED).items()
        ]
        return exp.select(*cells).from_(_CARRIED)

    def close(self) -> None:
        """End the session and remove what it spilled, unless others use it."""
        if not self._is_shared:
            self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _fill_batches(rows: "pyarrow.RecordBatchReader") -> "pyarrow.RecordBatchReader":
    """Return the rows in batches of the same size, but for the last.

    DuckDB begins a vector with each batch, and ends a row group of Parquet with a vector. With
    batches of any size, row groups would not be those of the same rows read from a file.
    """
    import pyarrow

    def batches() -> "Iterator[pyarrow.RecordBatch]":
        waiting = pyarrow.Table.from_batches([], rows.schema)
        for batch in rows:
            waiting = pyarrow.concat_tables([waiting, pyarrow.Table.from_batches([batch])])
            full = len(waiting) - len(waiting) % _WRITTEN_ROWS
            if full:
                yield from waiting.slice(0, full).combine_chunks().to_batches(_WRITTEN_ROWS)
                waiting = waiting.slice(full)
        yield from waiting.combine_chunks().to_batches()

    return pyarrow.RecordBatchReader.from_batches(rows.schema, batches())
