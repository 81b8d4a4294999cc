"""The engine for a Postgres server, 13 or later: P and T are counted on the server.

All statements of a session read one snapshot and create unlogged tables in a schema of their own,
none of which is ever committed. Files and tables in memory are carried in, a release is carried
out; nothing else of the size of P or T leaves the server.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.sections.engine_options import DuckDBOptions, PostgresOptions
from dpsql.engines.base import ColumnType, Engine, Row
from dpsql.engines.debug import Debug
from dpsql.engines.file_carrier import Carried, FileCarrier
from dpsql.engines.postgres.carrying import LONGEST_NAME, Carrying
from dpsql.engines.postgres.dialect import Dialect, by_bytes
from dpsql.engines.postgres.errors import map_error
from dpsql.engines.postgres.functions import define_functions
from dpsql.engines.postgres.session import Session
from dpsql.engines.postgres.system_tables import SystemTables, plain_cell
from dpsql.engines.round_trip import refuse_changed_texts
from dpsql.engines.sql_text import write
from dpsql.errors import DpsqlError, SchemaError, withhold
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.places import (
    EngineTable,
    Files,
    Place,
)
from dpsql.inputs.refusals import refuse_ambiguous_names

#: Limits for nodes per statement, and for rows that these hash together, about 100 bytes each.
_MOST_NODES, _FEWEST_NODES, _HASHED_ROWS = 16, 4, 2**23


class PostgresEngine(Engine):
    """A transaction of Postgres; see the module's docstring."""

    dialect = "postgres"

    def __init__(
        self,
        options: PostgresOptions,
        folder: Path,
        *,
        readable: Sequence[Path | Addresses] = (),
        writable: Sequence[Path] = (),
        connection: "psycopg.Connection[Any] | None" = None,
        dump_folder: Path | None = None,
        debug: Debug | None = None,
    ) -> None:
        """Connect, unless the caller passes a `connection`.

        Raises:
            ConfigError: an option is not understood. EngineError: the server cannot be used.
        """
        super().__init__(dump_folder, debug)
        self._session = Session(options, connection)
        carried = DuckDBOptions(memory=options.memory, work_dir=options.work_dir)
        self._carrying = Carrying(
            self._session,
            partial(FileCarrier, carried, folder, readable=readable, writable=writable),
            self._mapping_driver_errors,
        )
        self._types: dict[str, dict[str, ColumnType]] = {}
        self._rows: dict[str, int] = {}

    def preflight(self) -> None:
        """Begin; check the server, and that hostile values survive a round trip."""
        with self.mapping_errors("preflight"):
            self._session.begin()
            schema = self._session.schema
            for statement in define_functions(write(_identifier(schema), self.dialect)):
                self._session.run(statement)
        self._system_tables = SystemTables(self._session)
        self._dialect = Dialect(_identifier(schema), self._find_type, self._has_nulls)
        #: Column with the positions of a release's rows, in its table.
        self._position = f"{self._session.prefix or self._session.schema}_position"
        refuse_changed_texts(self.fetch, "Postgres")

    def register(self, name: str, place: Place) -> None:
        """Make the rows at `place` readable as the logical table `name`."""
        if isinstance(place, Files) and place.is_release:
            self._releases.add(name)
        match place:
            case EngineTable():
                with self._running(f"register_{name}", f"CREATE VIEW {name}"):
                    self._places[name] = self._view(name, place)
            case _:
                with self._running(f"register_{name}", f"COPY {name}", exp.to_table(name)):
                    self._places[name] = self._carry_in(name, place)

    def _view(self, name: str, place: EngineTable) -> exp.Table:
        """Create a view of the table: texts compare byte by byte, no type is a domain."""
        source = self._system_tables.find(place)
        columns = self._system_tables.describe(source)
        refuse_ambiguous_names(tuple(columns), ".".join(place.parts))
        cells = [plain_cell(column, type_) for column, type_ in columns.items()]
        view = self._system_tables.view(name)
        query = exp.select(*cells).from_(source)
        self._session.run(f"CREATE VIEW {self._spell(view)} AS {write(query, self.dialect)}")
        self._types[name] = {column: type_.known for column, type_ in columns.items()}
        return view

    def _carry_in(self, name: str, place: Carried) -> exp.Table:
        """Copy a file or table into a work table, a release with the order of its rows."""
        table = self._system_tables.table(name)
        position = self._position if name in self._releases else None
        self._types[name] = self._carrying.bring_in(place, table, position)
        self._analyze(table)
        return table

    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order."""
        if name in self._types:
            return dict(self._types[name])
        with self.mapping_errors(f"describe_{name}"):
            found = self._system_tables.describe(self._places[name])
        return {column: type_.known for column, type_ in found.items()}

    def position_in(self, name: str) -> exp.Expr | None:
        """Return the column of positions, which COPY filled; None if it is no release."""
        return exp.column(self._position, name, quoted=True) if name in self._releases else None

    def close(self) -> None:
        """Undo everything, and release the session."""
        try:
            self._carrying.close()
        finally:
            with self.mapping_errors("close"):
                self._session.close()

    @property
    def batch_size(self) -> BatchSize:
        """As many nodes as fit in memory: their hash tables live as long as a statement."""
        most = max(self._rows.values(), default=1)
        return BatchSize(min(_MOST_NODES, max(_FEWEST_NODES, _HASHED_ROWS // most)), 1)

    def _adapt(self, physical: exp.Query) -> exp.Query:
        return self._dialect.adapt(physical)

    def _fetch(self, sql: str) -> Sequence[Row]:
        return self._session.run(sql).fetchall()

    def _interrupt(self) -> None:
        self._session.connection.cancel_safe(timeout=5)

    @contextmanager
    def _letting_fail(self) -> Iterator[None]:
        """Set a savepoint: a statement that fails undoes what came after it only."""
        savepoint = f"{self._session.schema}_statement"
        self._session.run(f"SAVEPOINT {savepoint}")
        try:
            yield
        except Exception:
            self._session.run(f"ROLLBACK TO SAVEPOINT {savepoint}")
            raise
        self._session.run(f"RELEASE SAVEPOINT {savepoint}")

    def _store(self, name: str, sql: str) -> exp.Table:
        table = self._system_tables.table(name)
        made = self._session.run(f"CREATE {self._session.kind} TABLE {self._spell(table)} AS {sql}")
        self._rows[table.name] = max(made.rowcount, 1)
        # Texts that statements create, such as labels, have the collation of the database.
        for column in self._system_tables.find_other_collations(table):
            changed = f'ALTER COLUMN {self._spell(_identifier(column))} TYPE text COLLATE "C"'
            self._session.run(f"ALTER TABLE {self._spell(table)} {changed}")
        self._analyze(table)
        return table

    def _append(self, table: exp.Table, sql: str) -> None:
        self._system_tables.forget(table)
        self._session.run(f"INSERT INTO {self._spell(table)} {sql}")

    def _create(self, name: str, columns: Mapping[str, str]) -> exp.Table:
        table = self._system_tables.table(name)
        definitions = ", ".join(
            f"{self._spell(_identifier(column))} {_UPLOADED[type_]}"
            for column, type_ in columns.items()
        )
        self._session.run(f"CREATE {self._session.kind} TABLE {self._spell(table)} ({definitions})")
        return table

    def _insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows by COPY; no value becomes SQL text."""
        with self._session.cursor().copy(f"COPY {self._spell(table)} FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def _drop(self, table: exp.Table) -> None:
        self._system_tables.forget(table)
        self._rows.pop(table.name, None)
        self._session.run(f"DROP TABLE {self._spell(table)}")

    def _export(self, query: exp.Query, target: Path, types: Mapping[str, str]) -> None:
        """Sort the rows in Postgres and stream them into the one file that DuckDB writes."""
        order = query.args["order"].expressions
        unsorted = query.copy()
        unsorted.args.pop("order")
        found = self._describe(unsorted)
        if list(found) != query.named_selects:
            raise SchemaError(f"release: a column's name has more than {LONGEST_NAME} bytes")
        rows = unsorted.subquery("exported_rows")
        cells = [exp.column(name, "exported_rows", quoted=True) for name in found]
        texts = [exp.alias_(exp.cast(cell, "VARCHAR"), cell.name, quoted=True) for cell in cells]
        keys = [_as_key(key, cells, found) for key in order]
        sql = self.render(exp.select(*texts).from_(rows).order_by(*keys))
        self._carrying.take_out(sql, _store_as(found, types), target)

    def _describe(self, query: exp.Query) -> dict[str, ColumnType]:
        """Return the columns of a query without running it."""
        view = self._system_tables.view("described")
        self._session.run(f"CREATE VIEW {self._spell(view)} AS {self.render(query)}")
        found = self._system_tables.describe(view)
        self._session.run(f"DROP VIEW {self._spell(view)}")
        return {column: type_.known for column, type_ in found.items()}

    def _spell(self, named: exp.Expr) -> str:
        return write(named, self.dialect)

    def _analyze(self, table: exp.Table) -> None:
        """Collect statistics; autovacuum cannot see tables of an open transaction."""
        self._session.run(f"ANALYZE {self._spell(table)}")

    def _find_type(self, column: exp.Column) -> ColumnType | None:
        return self._types.get(column.table, {}).get(column.name)

    def _has_nulls(self, table: exp.Table, column: str) -> bool:
        """Whether a column may be NULL: counted in work tables; always true for other tables."""
        if table.name in {self._places[name].name for name in self._types}:
            return True
        return self._system_tables.has_nulls(table, column)

    @contextmanager
    def _mapping_driver_errors(self, *, reads_release: bool = False) -> Iterator[None]:
        """Map exceptions of Postgres only; other code in the block maps its own."""
        try:
            yield
        except psycopg.Error as error:
            if self._debug is not None:
                self._debug.write("carry", error)
            known = self._error(error, reads_release=reads_release)
            withhold(error)
            raise known from None

    def _error(self, error: Exception, *, reads_release: bool) -> DpsqlError:
        return map_error(error, reads_release=reads_release)


_UPLOADED = {"VARCHAR": 'text COLLATE "C"', "BIGINT": "bigint"}


def _identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)


def _store_as(found: Mapping[str, ColumnType], types: Mapping[str, str]) -> dict[str, ColumnType]:
    """Return the columns of a query with the types that the file will have."""
    return {name: replace(type_, name=types.get(name, type_.name)) for name, type_ in found.items()}


def _as_key(
    key: exp.Expr, cells: Sequence[exp.Column], types: Mapping[str, ColumnType]
) -> exp.Expr:
    """Return a sort key of the exported rows: the column of a number, or a column's text."""
    if named := key.find(exp.Column):
        return by_bytes(exp.cast(exp.column(named.name, "exported_rows", quoted=True), "VARCHAR"))
    cell = cells[int(key.name) - 1]
    return by_bytes(cell) if types[cell.name].family == "text" else cell
