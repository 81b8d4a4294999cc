"""The embedded engine: DuckDB 2.0 or later, in this process, hardened unless it is the caller's.

An own session reads exactly the files of the job, writes only into its own folders, loads no
extension and opens no connection; it spills into a private folder. A caller's open connection is
used as it is, inside its transaction if it has one. Work tables and views are temporary, carry a
random prefix, and are dropped at the end.
"""

import secrets
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.engine_choice import DuckDBOptions
from dpsql.engines.addresses import Addresses
from dpsql.engines.base import ColumnType, Engine, Row
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb_errors import map_error
from dpsql.engines.duckdb_files import FileReader
from dpsql.engines.duckdb_session import configure, literal, refuse_unfit, refuse_unreadable
from dpsql.engines.duckdb_types import HUGE, WRITTEN_AS_TEXT, find_family, find_unfit
from dpsql.engines.lake_table import LakeTable
from dpsql.engines.places import CatalogName, Files, MemoryTable, Place
from dpsql.engines.refusals import refuse_unspeakable
from dpsql.engines.round_trip import refuse_changed_texts
from dpsql.engines.writing import write
from dpsql.errors import (
    ConfigError,
    DpsqlError,
    EngineError,
    ParseError,
    error_of,
)
from dpsql.files.private_folder import PrivateFolder
from dpsql.signals import holding_signals

if TYPE_CHECKING:
    import pyarrow


class DuckDBEngine(Engine):
    """A DuckDB session; see the module for what an own one may touch."""

    dialect = "duckdb"
    # A small lattice gains little from a round trip saved, and loses by nodes counted in vain.
    batch_size = BatchSize(4, 1024)

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
        """Open a session; `readable` files and `writable` folders are all it may touch.

        Raises:
            ConfigError: an option is not understood.
        """
        super().__init__(dump_folder, debug)
        self._owned = connection is None
        self._prefix = f"dpsql_{secrets.token_hex(6)}_"
        self._memory: list[str] = []
        self._made: dict[str, str] = {}
        #: The lake table that is being read, as the job calls it.
        self._lake = ""
        self._paths: dict[Path, bool] = {}
        self._written = list(writable)
        self._connection = duckdb.connect() if connection is None else connection
        self._work_folder: PrivateFolder | None = None
        try:
            with holding_signals():
                self._work_folder = _make_work_folder(folder, options.work_dir)
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

    def preflight(self) -> None:
        """Check the version, the session, and that hostile values survive a round trip."""
        if int(duckdb.__version__.split(".")[0]) < 2:
            raise EngineError(f"DuckDB {duckdb.__version__} is too old; install duckdb>=2.0")
        with self.mapping_errors("preflight"):
            refuse_unfit(self._connection)
        refuse_changed_texts(self.fetch, "DuckDB")

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
                case CatalogName():
                    self._places[name] = self._plain_view(name, self._find_table(place))
                case MemoryTable():
                    memory = self._register_memory(name, place)
                    self._places[name] = self._plain_view(name, memory)

    def _view(self, name: str, query: str) -> exp.Table:
        """Make a view of a query over files."""
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

    def _find_table(self, name: CatalogName) -> exp.Table:
        """Find a table or view by its full name in the catalogue; never a file, never a function.

        One or two parts are looked up in the current or the attached database.
        """
        rows = self._connection.execute(
            "SELECT table_catalog, table_schema, table_name FROM information_schema.tables"
        ).fetchall()
        parts = name.parts
        found = [row for row in rows if row[-len(parts) :] == parts and len(parts) <= 3]
        words = ".".join(parts)
        if len(found) > 1:
            raise ConfigError(
                f"{words}: several tables have this name; write database.schema.table"
            )
        if not found:
            raise ConfigError(
                f"{words}: no table or view of the engine has this name; a file needs its suffix,"
                " a database file stands under engine: {duckdb: {database: …}}"
            )
        catalog, schema, table = (exp.to_identifier(part, quoted=True) for part in found[0])
        return exp.Table(this=table, db=schema, catalog=catalog)

    def _plain_view(self, name: str, source: exp.Table) -> exp.Table:
        """View the table with texts that compare and sort byte by byte.

        A column's own collation would merge values that differ, and an ENUM sorts by position.
        """
        cells = []
        for column, type_, *_ in self._connection.execute(
            f"DESCRIBE FROM {write(source, self.dialect)}"
        ).fetchall():
            cell = write(exp.to_identifier(column, quoted=True), self.dialect)
            if find_family(type_) == "text":
                cells.append(f"CAST({cell} AS VARCHAR) COLLATE C AS {cell}")
            else:
                cells.append(cell)
        view = self._table(name)
        query = f"SELECT {', '.join(cells)} FROM {write(source, self.dialect)}"  # noqa: S608 - our AST
        with self._running(f"register_{name}", f"CREATE VIEW {name} AS {query}"):
            self._connection.execute(f"CREATE TEMP VIEW {write(view, self.dialect)} AS {query}")
        self._made[view.name] = "VIEW"
        return view

    def _register_memory(self, name: str, place: MemoryTable) -> exp.Table:
        view = f"{self._prefix}memory_{name}"
        self._connection.register(view, place.table)
        self._memory.append(view)
        return exp.Table(this=exp.to_identifier(view, quoted=True))

    def forget(self, name: str) -> None:
        """Let go of a registered table, so that its name may be used again."""
        view = self._places.pop(name)
        self._releases.discard(name)
        self._connection.execute(f"DROP VIEW {write(view, self.dialect)}")
        del self._made[view.name]
        memory = f"{self._prefix}memory_{name}"
        if memory in self._memory:
            self._memory.remove(memory)
            self._connection.unregister(memory)

    def stream(self, query: exp.Query, rows: int) -> "pyarrow.RecordBatchReader":
        """Read a query once, in its order, in Arrow batches of at most so many rows."""
        # Of execute() the whole result would be kept.
        return self._connection.sql(self.render(query)).to_arrow_reader(rows)

    def _table(self, name: str) -> exp.Table:
        """Name of a work table or view; the prefix keeps it apart from the caller's."""
        return exp.Table(this=exp.to_identifier(self._prefix + name, quoted=True))

    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order."""
        with self.mapping_errors(f"describe_{name}", reads=exp.to_table(name)):
            place = write(self._places[name], self.dialect)
            rows = self._connection.execute(f"DESCRIBE FROM {place}").fetchall()
            unfit = [find_unfit(type_) for type_ in self._connection.sql(f"FROM {place}").types]
            zone = self._connection.execute("SELECT current_setting('TimeZone')").fetchall()[0][0]
        types = {
            row[0]: ColumnType(find_family(row[1]), row[1], not_in_parquet)
            for row, not_in_parquet in zip(rows, unfit, strict=True)
        }
        if zone != "UTC":
            # Their text would depend on where the caller's session thinks it is.
            zoned = [column for column, type_ in types.items() if type_.name.endswith("TIME ZONE")]
            types |= {column: replace(types[column], family="local time") for column in zoned}
        return types

    def _create(self, name: str, columns: Mapping[str, str]) -> exp.Table:
        table = self._table(name)
        self._connection.execute(
            f"CREATE TEMP TABLE {write(table, self.dialect)} ({self._define(columns)})"
        )
        self._made[table.name] = "TABLE"
        return table

    def _insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows as bound lists; no value becomes SQL text."""
        unnested = ", ".join(f"UNNEST(CAST(${i} AS {type_}[]))" for i, type_ in enumerate(types, 1))
        values = [list(column) for column in zip(*rows, strict=True)]
        self._connection.execute(
            f"INSERT INTO {write(table, self.dialect)} SELECT {unnested}", values
        )

    def shorten_text(self, text: exp.Expr, texts: Sequence[str]) -> exp.Expr:
        """Shorten to an ENUM: its values group in less than half the time of the texts.

        DuckDB lets the CSV reader cast a column that is used in one way, and there TRY_CAST fails
        on what CAST fails on. What is cast is therefore no bare column.
        """
        labels = [exp.Literal.string(label) for label in texts]
        is_null = exp.Is(this=text.copy(), expression=exp.null())
        same = exp.Case(ifs=[exp.If(this=is_null, true=exp.null())], default=text.copy())
        return exp.TryCast(this=same, to=exp.DataType(this=exp.DType.ENUM, expressions=labels))

    def _append(self, table: exp.Table, sql: str) -> None:
        self._connection.execute(f"INSERT INTO {write(table, self.dialect)} {sql}")

    def _drop(self, table: exp.Table) -> None:
        self._connection.execute(f"DROP TABLE {write(table, self.dialect)}")

    def _fetch(self, sql: str) -> Sequence[Row]:
        return self._connection.execute(sql).fetchall()

    def _store(self, name: str, sql: str) -> exp.Table:
        table = self._table(name)
        self._connection.execute(f"CREATE TEMP TABLE {write(table, self.dialect)} AS {sql}")
        self._made[table.name] = "TABLE"
        return table

    def _export(self, query: exp.Query, target: Path) -> None:
        # A Bloom filter would answer which values the file holds without a look at its rows.
        form = "FORMAT parquet, COMPRESSION zstd, WRITE_BLOOM_FILTER false"
        if target.suffix.lower() != ".parquet":
            form = "FORMAT csv, HEADER, DELIMITER ',', NULLSTR ''"
        else:
            query = self._convert_for_parquet(query)
        sql = self.render(query)
        self._written.append(target.parent)
        self._connection.execute(f"COPY ({sql}) TO {literal(str(target))} ({form})")

    def _convert_for_parquet(self, query: exp.Query) -> exp.Query:
        """Parquet has no 128-bit integers: DuckDB would write doubles and lose digits.

        What it writes as text is converted before it is sorted. The order moves outside, since that
        of a subquery binds nobody; it is by position.
        """
        described = self._connection.execute(f"DESCRIBE {self.render(query)}").fetchall()
        if all(type_ not in (*HUGE, *WRITTEN_AS_TEXT) for _, type_, *_ in described):
            return query
        inner = query.copy()
        order = inner.args.pop("order", None)
        rows = exp.Subquery(this=inner, alias=exp.TableAlias(this=_identifier("exported_rows")))
        cells: list[exp.Expr] = []
        for name, type_, *_ in described:
            column = exp.Column(this=_identifier(name))
            if type_ in WRITTEN_AS_TEXT:
                text = exp.cast(column, "VARCHAR")
                cells.append(exp.Alias(this=text, alias=_identifier(name)))
                continue
            if type_ not in HUGE:
                cells.append(column)
                continue
            narrow = exp.TryCast(this=column, to=exp.DataType.build("DECIMAL(38, 0)"), safe=True)
            lost = exp.Sub(this=exp.Count(this=column.copy()), expression=exp.Count(this=narrow))
            fits = self._fetch(self.render(exp.select(lost).from_(rows.copy())))[0][0] == 0
            cell = narrow.copy() if fits else exp.cast(column.copy(), "VARCHAR")
            cells.append(exp.Alias(this=cell, alias=_identifier(name)))
        return exp.select(*cells).from_(rows).order_by(*(order.expressions if order else []))

    def close(self) -> None:
        """Drop the work tables, close an own session, remove the spill folder."""
        try:
            if self._owned:
                self._connection.close()
            else:
                self._drop_all()
        finally:
            if self._work_folder is not None:
                self._work_folder.remove()

    def _drop_all(self) -> None:
        for view in self._memory:
            with suppress(duckdb.Error):
                self._connection.unregister(view)
        for name, kind in reversed(self._made.items()):
            with suppress(duckdb.Error):
                self._connection.execute(f"DROP {kind} IF EXISTS {name}")

    def _error(self, error: Exception, *, reads_release: bool) -> DpsqlError:
        known = map_error(error, self._paths, self._written, reads_release=reads_release)
        # Readers of lakes raise what they like; DuckDB's other errors are none of theirs.
        is_of_reader = isinstance(known, EngineError) and not isinstance(error, duckdb.Error)
        if self._lake and (is_of_reader or isinstance(known, ParseError)):
            return ParseError(
                f"{self._lake}: its rows cannot be read; a file that it lists is damaged, gone, or"
                " uses what its reader does not know"
            )
        return known


def _make_work_folder(folder: Path, work_dir: str | None) -> PrivateFolder:
    """Make the folder to spill into; those of runs that were killed are removed on the way."""
    try:
        parent = folder / work_dir if work_dir else Path(tempfile.gettempdir())
        return PrivateFolder(parent, "dpsql-work-")
    except OSError as error:
        raise error_of(error, "work_dir: not writable", ConfigError) from None


def _identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)
