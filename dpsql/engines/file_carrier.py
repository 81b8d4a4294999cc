"""Carries rows between files or memory and an engine that is a server, which sees neither.

An embedded DuckDB reads and writes, hardened as always: a file is the same table to every engine,
and a release the same file. Rows pass in batches; what does not fit in memory is spilled.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlglot import exp

from dpsql.domain.engine_choice import DuckDBOptions
from dpsql.engines.base import ColumnType
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb import DuckDBEngine
from dpsql.engines.places import Files, MemoryTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow

#: Cells to read of columns of these types.
Choose = Callable[[Mapping[str, ColumnType]], Sequence[exp.Expr]]
_CARRIED = "carried"
_BATCH_ROWS = 50_000


class FileCarrier:
    """A session of its own beside that of the server; use as a context manager."""

    def __init__(
        self,
        options: DuckDBOptions,
        folder: Path,
        *,
        readable: Sequence[Path] = (),
        writable: Sequence[Path] = (),
        debug: Debug | None = None,
    ) -> None:
        """Open a session that reads the files and writes into the folders that are named."""
        self._engine = DuckDBEngine(
            options, folder, readable=readable, writable=writable, debug=debug
        )
        try:
            self._engine.preflight()
        except BaseException:
            self._engine.close()
            raise

    @contextmanager
    def reading(
        self, place: Files | MemoryTable, choose: Choose | None = None
    ) -> "Iterator[tuple[Mapping[str, ColumnType], pyarrow.RecordBatchReader]]":
        """The columns of a place, and its rows in the order of the file or table, to read once.

        Where the server has not all types, `choose` tells the cells to read of these columns.
        Errors of reading are those of the file, whoever takes the rows.
        """
        self._engine.register(_CARRIED, place)
        try:
            columns = self._engine.columns(_CARRIED)
            with self._engine.mapping_errors("carry", reads=exp.to_table(_CARRIED)):
                cells = choose(columns) if choose else ()
                yield columns, self._engine.stream(_CARRIED, _BATCH_ROWS, cells)
        finally:
            self._engine.forget(_CARRIED)

    def columns(self, place: Files | MemoryTable) -> Mapping[str, ColumnType]:
        """The columns of a place, in order; files that do not fit together are refused."""
        self._engine.register(_CARRIED, place)
        try:
            return self._engine.columns(_CARRIED)
        finally:
            self._engine.forget(_CARRIED)

    def write(self, rows: "pyarrow.RecordBatchReader", target: Path) -> None:
        """Write rows, in their order, to a new file; its suffix is the format."""
        self._engine.register(_CARRIED, MemoryTable(rows))
        try:
            names = [exp.column(name, quoted=True) for name in self._engine.columns(_CARRIED)]
            self._engine.export(exp.select(*names).from_(_CARRIED), target)
        finally:
            self._engine.forget(_CARRIED)

    def close(self) -> None:
        """End the session and remove what it spilled."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
