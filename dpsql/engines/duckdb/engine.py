"""The embedded engine: DuckDB 2.0 or later, in this process, hardened unless it is the caller's.

A session of dpsql's own reads exactly the inputs of the job and writes only into its own folders.
It loads extensions and opens connections only for remote addresses of the job. It spills into a
private folder. A caller's open connection is used as it is, inside its transaction if it has one.
Work tables and views are temporary, carry a random prefix, and are dropped at the end.
"""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
from duckdb.sqltypes import DuckDBPyType
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.base import ColumnType, Engine, Row
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb.catalogue import find_table
from dpsql.engines.duckdb.errors import map_error, map_opening_error, raise_ctrl_c_again
from dpsql.engines.duckdb.failing_views import find_failing_view
from dpsql.engines.duckdb.files import FileReader
from dpsql.engines.duckdb.frames import tell_mixed, tell_unread
from dpsql.engines.duckdb.parquet_types import convert_for_parquet
from dpsql.engines.duckdb.repeated_rows import repeat_rows
from dpsql.engines.duckdb.session import (
    configure,
    literal,
    make_work_folder,
    open_connection,
    refuse_unfit,
    refuse_unreadable,
)
from dpsql.engines.duckdb.types import find_family, find_unfit
from dpsql.engines.duckdb.uploads import insert_rows
from dpsql.engines.duckdb.values import plain_value
from dpsql.engines.round_trip import refuse_changed_texts
from dpsql.engines.sql_text import write
from dpsql.errors import (
    ConfigError,
    DpsqlError,
    EngineError,
    InputError,
    ParseError,
)
from dpsql.files.private_folder import PrivateFolder
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import EngineTable, Files, MemoryTable, Place
from dpsql.inputs.refusals import refuse_unspeakable
from dpsql.signals import holding_signals

if TYPE_CHECKING:
    import pyarrow


class DuckDBEngine(Engine):
    """A DuckDB session; the module's docstring lists what dpsql's own session may access."""

    dialect = "duckdb"
    works_here = True
    # On a small lattice, nodes counted in vain cost more than the saved round trips gain.
    batch_size = BatchSize(4, 1024)
    #: Whether a session of our own has returned texts as they were sent; one for all of a process.
    _keeps_texts = False

    def __init__(
        self,
        options: DuckDBOptions,
        folder: Path,
        *,
        readable: Sequence[Path | Addresses] = (),
        writable: Sequence[Path] = (),
        connection: duckdb.DuckDBPyConnection | None = None,
        dump_folder: Path | None = None,
        debug: Debug | None = None,
    ) -> None:
        """Open a session; dpsql's own accesses only `readable` files and `writable` folders.

        Raises:
            ConfigError: an option is not understood.
        """
        super().__init__(dump_folder, debug)
        self._owned = connection is None
        self._prefix = f"dpsql_{secrets.token_hex(6)}_"
        #: Tables in memory by their logical names.
        self._memory: dict[str, Any] = {}
        self._made: dict[str, str] = {}
        self._columns: dict[str, dict[str, ColumnType]] = {}
        #: Tables and views of the catalogue that are read, by their logical names.
        self._of_catalogue: dict[str, exp.Table] = {}
        #: Name of the lake table that is being read, as the job writes it.
        self._lake = ""
        self._paths: dict[Path, bool] = {}
        self._written = list(writable)
        self._is_opening = True
        with self.mapping_errors("connect"):
            self._connection = open_connection() if connection is None else connection
        self._work_folder: PrivateFolder | None = None
        try:
            with holding_signals():
                self._work_folder = make_work_folder(folder, options.work_dir)
            self._files = FileReader(
                self._connection, self._prefix, self._work_folder.path, self._made
            )
            self._written.append(self._work_folder.path)
            refuse_unspeakable(self._work_folder.path, "work_dir", ConfigError)
            with self.mapping_errors("open"):
                if self._owned:
                    configure(
                        self._connection,
                        options,
                        folder,
                        readable=readable,
                        writable=self._written,
                        spill=self._work_folder.path,
                    )
        except BaseException:
            self.close()
            raise
        self._is_opening = False

    @property
    def is_own(self) -> bool:
        """Whether the session is dpsql's own, whose settings nobody else can change."""
        return self._owned

    @property
    def work_folder(self) -> Path:
        """The session's private folder (mode 0700), removed when the session closes."""
        assert self._work_folder is not None  # noqa: S101 - the session is open
        return self._work_folder.path

    def preflight(self) -> None:
        """Check the version, the session, and that hostile values survive a round trip."""
        if int(duckdb.__version__.split(".")[0]) < 2:
            raise EngineError(f"DuckDB {duckdb.__version__} is too old; install duckdb>=2.0")
        # Nobody can have changed settings or created macros in a session of our own.
        if self._owned and DuckDBEngine._keeps_texts:
            return
        self._is_opening = True
        with self.mapping_errors("preflight"):
            if not self._owned:
                refuse_unfit(self._connection)
            # Neither numbered nor dumped: the dumps of two runs in one process are alike.
            refuse_changed_texts(lambda query: self._fetch(self.render(query)), "DuckDB")
        DuckDBEngine._keeps_texts |= self._owned
        self._is_opening = False

    def register(self, name: str, place: Place) -> None:
        """Make the rows at `place` readable as the logical table `name`."""
        if isinstance(place, Files) and place.is_release:
            self._releases.add(name)
        with self.mapping_errors(f"register_{name}", reads=exp.to_table(name)):
            match place:
                case Files():
                    self._paths |= dict.fromkeys(place.paths, place.is_release)
                    self._places[name] = self._view(name, self._files.select(place))
                case LakeTable():
                    self._paths |= dict.fromkeys(place.paths, False)
                    self._places[name] = self._view(name, self._select_lake(place))
                case Addresses():
                    if not self._owned:
                        refuse_unreadable(self._connection, place)
                    query = self._files.select_addresses(place)
                    self._places[name] = self._view(name, query)
                case EngineTable():
                    table = find_table(self._connection, place, self._prefix, is_own=self._owned)
                    self._of_catalogue[name] = table
                    self._places[name] = self._plain_view(name, table)
                case MemoryTable():
                    memory = self._register_memory(name, place)
                    self._places[name] = self._plain_view(name, memory)
            self._columns[name] = self._describe(name)

    def _view(self, name: str, query: str) -> exp.Table:
        """Make a view of a query over files."""
        relation = self._connection.sql(query)
        columns = zip(relation.columns, relation.types, strict=True)
        cells = [self._read(column, type_, is_table=False) for column, type_ in columns]
        query = f"SELECT {', '.join(cells)} FROM ({query}) AS read"  # noqa: S608 - our AST
        return self._make_view(name, query)

    def _read(self, name: str, type_: DuckDBPyType, *, is_table: bool) -> str:
        """Return the SQL of a column: one spelling per value, texts compared byte by byte."""
        cell = write(_identifier(name), self.dialect)
        value = plain_value(cell, type_, is_table=is_table)
        if is_table and find_family(str(type_)) == "text":
            # An ENUM sorts by position.
            value = f"CAST({cell} AS VARCHAR) COLLATE C"
        return cell if value == cell else f"{value} AS {cell}"

    def _make_view(self, name: str, query: str) -> exp.Table:
        view = self._table(name)
        with self._running(f"register_{name}", f"CREATE VIEW {name} AS {query}"):
            self._connection.execute(f"CREATE TEMP VIEW {write(view, self.dialect)} AS {query}")
        self._made[view.name] = "VIEW"
        return view

    def _select_lake(self, table: LakeTable) -> str:
        self._lake = table.words
        try:
            with self.mapping_errors("read_lake"):
                return self._files.select_lake(table)
        finally:
            self._lake = ""

    def _plain_view(self, name: str, source: exp.Table) -> exp.Table:
        """Create a view of the table in which texts compare and sort byte by byte.

        A column's own collation would merge values that differ.
        """
        relation = self._connection.sql(f"FROM {write(source, self.dialect)}")
        columns = zip(relation.columns, relation.types, strict=True)
        cells = [self._read(column, type_, is_table=True) for column, type_ in columns]
        query = f"SELECT {', '.join(cells)} FROM {write(source, self.dialect)}"  # noqa: S608 - our AST
        return self._make_view(name, query)

    def _register_memory(self, name: str, place: MemoryTable) -> exp.Table:
        view = self._name_memory(name)
        try:
            self._connection.register(view, place.table)
        except (duckdb.NotImplementedException, duckdb.InvalidInputException):
            raise tell_unread(name, place.table) from None
        self._memory[name] = place.table
        return exp.Table(this=exp.to_identifier(view, quoted=True))

    def _name_memory(self, name: str) -> str:
        return f"{self._prefix}memory_{name}"

    def forget(self, name: str) -> None:
        """Unregister a table, so that its name can be used again."""
        view = self._places.pop(name)
        self._releases.discard(name)
        del self._columns[name]
        self._of_catalogue.pop(name, None)
        self._connection.execute(f"DROP VIEW {write(view, self.dialect)}")
        del self._made[view.name]
        if name in self._memory:
            del self._memory[name]
            self._connection.unregister(self._name_memory(name))

    def stream(self, query: exp.Query, rows: int) -> "pyarrow.RecordBatchReader":
        """Read a query once, in its order, in Arrow batches of at most `rows` rows."""
        # execute() would keep the whole result in memory.
        return self._connection.sql(self.render(query)).to_arrow_reader(rows)

    def _table(self, name: str) -> exp.Table:
        """Return the name of a work table or view; the prefix avoids clashes with the caller's."""
        return exp.Table(this=exp.to_identifier(self._prefix + name, quoted=True))

    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order; of a registered one, as it was then."""
        if name in self._columns:
            return dict(self._columns[name])
        with self.mapping_errors(f"describe_{name}", reads=exp.to_table(name)):
            return self._describe(name)

    def _describe(self, name: str) -> dict[str, ColumnType]:
        table = self._connection.sql(f"FROM {write(self._places[name], self.dialect)}")
        types = {
            column: ColumnType(find_family(str(type_)), str(type_), find_unfit(type_))
            for column, type_ in zip(table.columns, table.types, strict=True)
        }
        if not self._owned and not self._is_in_utc():
            # Their text would depend on the time zone of the caller's session.
            zoned = [column for column, type_ in types.items() if type_.name.endswith("TIME ZONE")]
            types |= {column: replace(types[column], family="local time") for column in zoned}
        return types

    def _is_in_utc(self) -> bool:
        zone = self._connection.execute("SELECT current_setting('TimeZone')").fetchall()
        return bool(zone == [("UTC",)])

    def _create(self, name: str, columns: Mapping[str, str]) -> exp.Table:
        table = self._table(name)
        self._connection.execute(
            f"CREATE TEMP TABLE {write(table, self.dialect)} ({self._define(columns)})"
        )
        self._made[table.name] = "TABLE"
        return table

    def _insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows as arrays and bound lists; no value becomes SQL text."""
        insert_rows(self._connection, table, types, rows)

    def shorten_text(self, text: exp.Expr, texts: Sequence[str]) -> exp.Expr:
        """Cast to an ENUM: its values group in less than half the time of the texts.

        DuckDB lets the CSV reader cast a column that is used only in one cast, and there TRY_CAST
        fails like CAST. The cast expression is therefore a CASE, not the bare column.
        """
        labels = [exp.Literal.string(label) for label in texts]
        is_null = text.is_(exp.null())
        same = exp.Case(ifs=[exp.If(this=is_null, true=exp.null())], default=text.copy())
        return exp.TryCast(this=same, to=exp.DataType(this=exp.DType.ENUM, expressions=labels))

    def _append(self, table: exp.Table, sql: str) -> None:
        self._connection.execute(f"INSERT INTO {write(table, self.dialect)} {sql}")

    def _drop(self, table: exp.Table) -> None:
        self._connection.execute(f"DROP TABLE {write(table, self.dialect)}")

    def _fetch(self, sql: str) -> Sequence[Row]:
        return self._connection.execute(sql).fetchall()

    def _interrupt(self) -> None:
        self._connection.interrupt()

    def _fetch_integers(self, sql: str) -> list[NDArray[np.int64]]:
        columns = self._connection.execute(sql).fetchnumpy().values()
        return [np.asarray(column).astype(np.int64) for column in columns]

    def _store(self, name: str, sql: str) -> exp.Table:
        table = self._table(name)
        self._connection.execute(f"CREATE TEMP TABLE {write(table, self.dialect)} AS {sql}")
        self._made[table.name] = "TABLE"
        return table

    def _export(self, query: exp.Query, target: Path, types: Mapping[str, str]) -> None:
        # A Bloom filter would reveal which values the file holds without reading its rows.
        form = "FORMAT parquet, COMPRESSION zstd, WRITE_BLOOM_FILTER false"
        if target.suffix.lower() != ".parquet":
            form = "FORMAT csv, HEADER, DELIMITER ',', NULLSTR ''"
        else:
            query = convert_for_parquet(self._connection, query, types, self.render)
        sql = None
        if self._owned:
            sql = repeat_rows(self._connection, query, self.render, self._prefix)
        self._written.append(target.parent)
        self._connection.execute(
            f"COPY ({sql or self.render(query)}) TO {literal(str(target))} ({form})"
        )

    def close(self) -> None:
        """Drop the work tables, close dpsql's own session, remove the spill folder."""
        try:
            if self._owned:
                self._connection.close()
            else:
                self._drop_all()
        finally:
            if self._work_folder is not None:
                self._work_folder.remove()

    def _drop_all(self) -> None:
        for name in self._memory:
            with suppress(duckdb.Error):
                self._connection.unregister(self._name_memory(name))
        for name, kind in reversed(self._made.items()):
            with suppress(duckdb.Error):
                self._connection.execute(f"DROP {kind} IF EXISTS {name}")

    def _error(self, error: Exception, *, reads_release: bool) -> DpsqlError:
        raise_ctrl_c_again(error)
        if self._is_opening:
            return map_opening_error(error)
        if isinstance(error, duckdb.InvalidInputException) and not reads_release:
            mixed = tell_mixed(self._memory)
            if mixed is not None:
                return mixed
        known = map_error(error, self._paths, self._written, reads_release=reads_release)
        # Readers of lake tables raise exceptions of any class, except those of DuckDB.
        is_of_reader = isinstance(known, EngineError) and not isinstance(error, duckdb.Error)
        if self._lake and (is_of_reader or isinstance(known, ParseError)):
            return ParseError(
                f"{self._lake}: its rows cannot be read; a file that it lists is damaged, gone, or"
                " uses what its reader does not know"
            )
        if reads_release or not isinstance(known, InputError):
            return known
        return find_failing_view(self._connection, self._of_catalogue.values()) or known


def _identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)
