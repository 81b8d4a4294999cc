"""A release as a table of a DuckDB file: created, filled, read back and renamed in one transaction.

The file is opened to write only for that, by one process alone, as DuckDB requires; until then the
job reads it. Where the caller has it open, a cursor of that connection does the same. A run that
dies leaves nothing: DuckDB takes back what was not committed.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb
from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.domain.table_names import split_table_name
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb.callers_database import CallersDatabase, find_callers_database
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.errors import map_error
from dpsql.engines.duckdb.session import (
    attach,
    configure,
    literal,
    make_work_folder,
    open_connection,
)
from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.engines.sql_text import write
from dpsql.errors import IntegrityError, Locked, TargetError, error_of, withhold
from dpsql.files.absolute import make_absolute
from dpsql.files.private_folder import PrivateFolder
from dpsql.inputs.places import EngineTable
from dpsql.signals import holding_signals

_DATABASE = "database"


class DuckDBReleaseTable(ReleaseTable):
    """A table by ``table`` or ``schema.table``; see the module's docstring."""

    is_local = True

    def __init__(
        self,
        name: str,
        options: DuckDBOptions,
        folder: Path,
        debug: Debug | None = None,
        connection: duckdb.DuckDBPyConnection | None = None,
    ) -> None:
        """`options` name the database, or the caller's `connection` has it; nothing is opened yet.

        Raises:
            TargetError: the name is not of one of these forms. ConfigError: the connection does not
                have the database, or has none that is a file.
        """
        parts = split_table_name(name)
        if len(parts) > 2 or not all(parts):
            raise TargetError(f"release: {name} must be table or schema.table")
        self.name = name
        self._schema, self._table = ["main", *parts][-2:]
        self._options, self._folder, self._debug = options, folder, debug
        self._words = options.database or ""
        named = make_absolute(folder / self._words) if self._words else None
        #: The caller's, if there is one.
        self._given: CallersDatabase | None = None
        if connection is not None:
            self._given = find_callers_database(connection, named, self._words, name)
            named, self._words = named or self._given.file, self._given.words
        assert named is not None  # noqa: S101 - one of them names the file
        self._file = named
        self._catalog = _DATABASE if self._given is None else self._given.catalog
        digest = hashlib.sha256(f"{self._schema}\0{self._table}".casefold().encode()).hexdigest()
        self._staged = f"dpsql_staged_{digest[:16]}"
        self._lock_path = self._file.with_name(f".{self._file.name}-{digest[:16]}.dpsql-lock")
        self._lock: int | None = None
        #: The columns of the table that had the name at the start; None if there was none.
        self._seen: list[str] | None = None
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._work: PrivateFolder | None = None

    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return the types: a table holds what a Parquet file holds."""
        return dict(types)

    def connect(self) -> None:
        """Nothing is connected: an open file would keep the job from reading it."""

    def lock(self) -> None:
        """Hold a lock file beside the database, for the name of the table."""
        if self._lock is not None:
            return
        problem = f"release: {self._file.name}: its folder is not writable"
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
            self._lock = os.open(self._lock_path, flags, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The holder before may have removed the file between our opening and our locking it.
            if not os.path.samestat(os.fstat(self._lock), os.lstat(self._lock_path)):
                raise BlockingIOError
        except OSError as error:
            self._let_go(removing=False)
            if not isinstance(error, BlockingIOError | FileNotFoundError):
                raise error_of(error, problem, TargetError) from None
            raise Locked(
                f"release: another run is working on {self.name}; wait until it has ended"
            ) from None

    def refuse_unfit(self, columns: Sequence[str]) -> None:
        """Raise TargetError unless a table can have this name."""
        if not os.access(self._file, os.W_OK):
            raise TargetError(
                f"release: {self._words}, which is to hold {self.name}, is not writable"
            )
        if self._given is not None:
            self._given.refuse_unwritable()
        with self._looking() as connection:
            schemas = connection.execute(
                "SELECT 1 FROM information_schema.schemata WHERE catalog_name = ? AND"
                " schema_name = ?",
                [self._catalog, self._schema],
            ).fetchall()
            if not schemas:
                raise TargetError(f"release: the schema {self._schema} does not exist; create it")
            self._seen = self._find(connection)

    def refuse_inputs(self, inputs: Sequence[EngineTable]) -> None:
        """Raise TargetError if the table is an input, or would be found in place of one."""
        for place in inputs:
            *schema, table = (part.casefold() for part in place.parts[-2:])
            if table != self._table.casefold():
                continue
            if not schema or schema == [self._schema.casefold()]:
                raise TargetError(
                    f"release: {self.name} is an input of the job, or has the name of one;"
                    " name another"
                )

    def exists(self) -> bool:
        """Whether a table had the name at the start."""
        return self._seen is not None

    def stage(self, file: Path, again: Path) -> None:
        """Create and fill a table in a transaction; write its rows as they lie in it."""
        with self._mapping():
            connection = self._open(file, again)
            connection.execute("BEGIN TRANSACTION")
            connection.execute(
                f"CREATE TABLE {self._spell(self._staged)} AS"
                f" FROM read_parquet({literal(str(file))})"
            )
            with DuckDBEngine(
                self._options, self._folder, connection=connection, debug=self._debug
            ) as engine:
                engine.register(PUBLISHED, EngineTable((self._catalog, self._schema, self._staged)))
                types = {name: type_.name for name, type_ in engine.columns(PUBLISHED).items()}
                cells = [exp.column(name, quoted=True) for name in types]
                engine.export(exp.select(*cells).from_(PUBLISHED), again, types)

    def swap(self) -> None:
        """Drop the table that is replaced, and rename the new one, in the open transaction."""
        connection = self._opened
        with self._mapping():
            if self._find(connection) != self._seen:
                state = "created" if self._seen is None else "replaced"
                raise TargetError(f"release: {self.name} was {state} meanwhile; run again")
            if self._seen is not None:
                connection.execute(f"DROP TABLE {self._spell(self._table)}")
            name = write(exp.to_identifier(self._table, quoted=True), "duckdb")
            connection.execute(f"ALTER TABLE {self._spell(self._staged)} RENAME TO {name}")

    def commit(self) -> None:
        """Commit, which DuckDB has on the disk then, and close the file."""
        with self._mapping():
            self._opened.execute("COMMIT")
        self.undo()

    def undo(self) -> None:
        """Close the file, which takes back what was not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            if self._given is not None:
                # The database stays open, and with it whatever still refers to the cursor.
                with suppress(duckdb.Error):
                    connection.execute("ROLLBACK")
            with suppress(duckdb.Error):
                connection.close()
        if self._work is not None:
            self._work.remove()
            self._work = None

    @contextmanager
    def reading(self, writable: Path) -> Iterator[Engine | None]:
        """Open a session that shows the table as `PUBLISHED`; None if there is none."""
        if not self._file.is_file():
            yield None
            return
        with self._looking() as connection:
            try:
                found = self._find(connection)
            except TargetError as error:
                raise IntegrityError(str(error)) from None
        if found is None:
            yield None
            return
        with (
            self._open_given() as given,
            DuckDBEngine(
                self._options,
                self._folder,
                writable=[writable],
                connection=given,
                debug=self._debug,
            ) as engine,
        ):
            engine.preflight()
            engine.register(PUBLISHED, EngineTable((self._catalog, self._schema, self._table)))
            yield engine

    def close(self) -> None:
        """Close the file, and give up the lock."""
        self.undo()
        self._let_go(removing=True)

    @property
    def _opened(self) -> duckdb.DuckDBPyConnection:
        assert self._connection is not None  # noqa: S101 - the table was staged
        return self._connection

    def _open(self, file: Path, again: Path) -> duckdb.DuckDBPyConnection:
        """Open the file to write, in a session that may otherwise read and write these two.

        The caller's session may do what it may.
        """
        if self._given is not None:
            self._connection = self._given.open_cursor()
            return self._connection
        self._connection = connection = open_connection()
        with holding_signals():
            self._work = make_work_folder(self._folder, self._options.work_dir)
        attach(connection, self._file, self._words, to_write=True)
        options = self._options.model_copy(update={"database": None})
        given = connection, options, self._folder
        configure(*given, readable=[file], writable=[again.parent], spill=self._work.path)
        return connection

    @contextmanager
    def _looking(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open the file to read its catalogue."""
        with self._mapping(), self._open_given() as given:
            if given is not None:
                yield given
                return
            with open_connection() as own:
                attach(own, self._file, self._words)
                yield own

    @contextmanager
    def _open_given(self) -> Iterator[duckdb.DuckDBPyConnection | None]:
        """Open a cursor of the caller's connection; None if there is none."""
        if self._given is None:
            yield None
            return
        with self._given.open_cursor() as cursor:
            yield cursor

    def _find(self, connection: duckdb.DuckDBPyConnection) -> list[str] | None:
        """Return the columns of the table; None if nothing has its name.

        Raises:
            TargetError: what has it is no table, or spells it otherwise.
        """
        given = [self._catalog, self._schema, self._table]
        found = connection.execute(
            "SELECT table_name, table_type FROM information_schema.tables WHERE table_catalog = ?"
            " AND table_schema = ? AND lower(table_name) = lower(?)",
            given,
        ).fetchall()
        if not found:
            return None
        if found != [(self._table, "BASE TABLE")]:
            raise TargetError(
                f"release: {self.name} is the name of a view, or of a table in other capital"
                " letters; drop it yourself, or name another"
            )
        rows = connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_catalog = ? AND"
            " table_schema = ? AND table_name = ? ORDER BY ordinal_position",
            given,
        ).fetchall()
        return [str(name) for (name,) in rows]

    def _spell(self, table: str) -> str:
        parts = (self._catalog, self._schema, table)
        return ".".join(write(exp.to_identifier(one, quoted=True), "duckdb") for one in parts)

    def _let_go(self, *, removing: bool) -> None:
        lock, self._lock = self._lock, None
        if lock is None:
            return
        with suppress(OSError):
            if removing:
                self._lock_path.unlink()
        os.close(lock)

    @contextmanager
    def _mapping(self) -> Iterator[None]:
        """Map exceptions of DuckDB to errors of dpsql, without their text."""
        try:
            yield
        except duckdb.Error as error:
            if self._debug is not None:
                self._debug.write("release table", error)
            known = map_error(error, {}, [self._file.parent], reads_release=False)
            withhold(error)
            raise known from None
