"""A release as a table of Postgres: created, filled, read back and renamed in one transaction.

Until that is committed nobody else sees a row of it, and a run that dies leaves nothing. The table
belongs to the user of the connection; nobody else is granted anything.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions, PostgresOptions
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug
from dpsql.engines.file_carrier import FileCarrier
from dpsql.engines.postgres import release_catalog as catalog
from dpsql.engines.postgres.carrying import Carrying, refuse_names
from dpsql.engines.postgres.dialect import Dialect
from dpsql.engines.postgres.engine import PostgresEngine
from dpsql.engines.postgres.errors import map_error
from dpsql.engines.postgres.functions import define_functions
from dpsql.engines.postgres.session import Session, connect
from dpsql.engines.postgres.system_tables import SystemTables, place_table
from dpsql.engines.postgres.types import name_once_stored
from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.engines.sql_text import write
from dpsql.errors import DpsqlError, EngineError, Locked, TargetError, withhold
from dpsql.inputs.places import EngineTable
from dpsql.inputs.released import find_released

#: Seconds; the server takes a moment to notice that the client of another session was killed.
_WAITS = (0.05, 0.1, 0.2, 0.5, 1.0)
_COMPARED = "dpsql_compared"


class PostgresReleaseTable(ReleaseTable):
    """A table by ``schema.table``; see the module's docstring."""

    def __init__(
        self,
        name: str,
        options: PostgresOptions,
        folder: Path,
        connection: "psycopg.Connection[Any] | None" = None,
        debug: Debug | None = None,
    ) -> None:
        """Nothing is connected yet.

        Raises:
            TargetError: the name is not of the form ``schema.table``, or Postgres would cut it.
        """
        self.name = name
        self._schema, self._table = catalog.split_name(name)
        self._options, self._folder = options, folder
        self._callers, self._debug = connection, debug
        #: The connection with the lock, and its transaction with what was staged.
        self._held: psycopg.Connection[Any] | None = None
        self._session: Session | None = None
        self._found: catalog.Found | None = None
        digest = hashlib.sha256(f"{self._schema}\0{self._table}".encode()).digest()
        self._key = int.from_bytes(digest[:8], signed=True)
        self._staged = place_table(f"dpsql_staged_{digest.hex()[:16]}", self._schema)

    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return DuckDB's types of the columns once they were stored."""
        return {name: name_once_stored(name, type_) for name, type_ in types.items()}

    def connect(self) -> None:
        """Open the connection that will commit, or take the caller's."""
        if self._held is None:
            self._refuse_open_transaction()
            self._held = self._callers or connect(self._options.dsn_env)

    def lock(self) -> None:
        """Hold an advisory lock on the name."""
        self.connect()
        with self._mapping():
            for seconds in (*_WAITS, 0.0):
                with self._looking(self._held) as session:
                    found = session.ask("SELECT pg_catalog.pg_try_advisory_lock(%s)", self._key)
                if found[0][0]:
                    return
                sleep(seconds)
        raise Locked(f"release: another run is working on {self.name}; wait until it has ended")

    def refuse_unfit(self, columns: Sequence[str]) -> None:
        """Raise TargetError unless a release with these columns can have this name."""
        refuse_names(columns, "release")
        with self._mapping(), self._looking(self._held) as session:
            catalog.refuse_schema(session, self._schema)
            self._found = catalog.find(session, self._schema, self._table)
        if self._found is not None:
            self._found.refuse_replacing(self.name)

    def refuse_inputs(self, inputs: Sequence[EngineTable]) -> None:
        """Raise TargetError if the table is an input, or would be found in place of one."""
        with self._mapping(), self._looking(self._held) as session:
            for place in inputs:
                parts = place.parts
                if parts[-1] != self._table or (len(parts) > 1 and parts[-2] != self._schema):
                    continue
                if len(parts) > 1:
                    raise TargetError(f"release: {self.name} is an input of the job; name another")
                found = SystemTables(session).find(place)
                if found.db == self._schema:
                    raise TargetError(f"release: {self.name} is an input of the job; name another")
                raise TargetError(
                    f"release: {self.name} has the name of an input, {parts[0]}, which is then not"
                    f" found alone; write {found.db}.{parts[0]} there"
                )

    def exists(self) -> bool:
        """Whether a table has the name now."""
        with self._mapping(), self._looking(self._held) as session:
            return catalog.find(session, self._schema, self._table) is not None

    def stage(self, file: Path, again: Path) -> None:
        """Create and fill a table that no other session sees; write its rows in physical order."""
        assert self._held is not None  # noqa: S101 - the caller has the lock
        session = self._session = Session(self._options, self._held)
        carried = DuckDBOptions(memory=self._options.memory, work_dir=self._options.work_dir)
        open_carrier = partial(
            FileCarrier, carried, self._folder, readable=[file], writable=[again.parent]
        )
        carrying = Carrying(session, open_carrier, self._mapping)
        try:
            with self._mapping():
                session.begin_bare()
            carrying.bring_in(find_released(str(file)), self._staged, None, kind="")
            with self._mapping():
                catalog.revoke_all(session, self._staged)
                catalog.refuse_altered(session, self._staged)
                self._write_again(session, carrying, again)
        finally:
            carrying.close()

    def _write_again(self, session: Session, carrying: Carrying, again: Path) -> None:
        """Write the rows as they lie on the server; the functions for that are not committed."""
        session.run(f"SAVEPOINT {_COMPARED}")
        session.make_schema()
        schema = exp.to_identifier(session.schema, quoted=True)
        for statement in define_functions(write(schema, "postgres")):
            session.run(statement)
        described = SystemTables(session).describe(self._staged)
        types = {name: column.known for name, column in described.items()}
        cells = [
            exp.alias_(exp.cast(exp.column(name, quoted=True), "VARCHAR"), name, quoted=True)
            for name in types
        ]
        query = exp.select(*cells).from_(self._staged.copy()).order_by(exp.column("ctid"))
        Dialect(schema, lambda _: None, lambda *_: True).adapt(query)
        carrying.take_out(write(query, "postgres", identify=True, comments=False), types, again)
        session.run(f"ROLLBACK TO SAVEPOINT {_COMPARED}")

    def swap(self) -> None:
        """Drop the table that is replaced, and rename the new one, in the open transaction."""
        session = self._open_session
        with self._mapping():
            place = write(place_table(self._table, self._schema), "postgres")
            if self._found is not None:
                session.run(f"LOCK TABLE {place} IN ACCESS EXCLUSIVE MODE")
                # By the catalogue as it is now, not by the transaction's snapshot.
                now = session.ask("SELECT pg_catalog.to_regclass(%s)::oid::bigint", place)[0][0]
                if now != self._found.oid:
                    raise TargetError(f"release: {self.name} was replaced meanwhile; run again")
                session.run(f"DROP TABLE {place}")
            staged = write(self._staged, "postgres")
            name = write(exp.to_identifier(self._table, quoted=True), "postgres")
            session.run(f"ALTER TABLE {staged} RENAME TO {name}")

    def commit(self) -> None:
        """Commit, and have the server keep it even if it crashes the moment after."""
        with self._mapping():
            self._open_session.set("synchronous_commit", "on")
            self._open_session.commit()
        self._session = None

    def undo(self) -> None:
        """Roll back what was staged; a server that is gone does so by itself."""
        session, self._session = self._session, None
        if session is not None:
            with suppress(psycopg.Error):
                session.close()

    @contextmanager
    def reading(self, writable: Path) -> Iterator[Engine | None]:
        """Open a session that shows the table as `PUBLISHED`; None if there is none."""
        with self._mapping(), self._looking(self._callers) as session:
            found = catalog.find(session, self._schema, self._table)
            if found is not None:
                found.refuse_other_kinds(self.name)
                catalog.refuse_other_storage(session, self._schema, self._table, self.name)
        if found is None:
            yield None
            return
        with PostgresEngine(
            self._options,
            self._folder,
            writable=[writable],
            connection=self._callers,
            debug=self._debug,
        ) as engine:
            engine.preflight()
            engine.register(PUBLISHED, EngineTable((self._schema, self._table)))
            yield engine

    def close(self) -> None:
        """Roll back what is open, and give up the lock."""
        self.undo()
        held, self._held = self._held, None
        if held is None or held.closed:
            return
        if held is not self._callers:
            # The server gives up the lock with the session.
            held.close()
            return
        with suppress(DpsqlError, psycopg.Error), self._looking(held) as session:
            session.ask("SELECT pg_catalog.pg_advisory_unlock(%s)", self._key)

    @property
    def _open_session(self) -> Session:
        if self._session is None:
            raise EngineError("the connection to Postgres is lost; is the server up? Run again")
        return self._session

    def _refuse_open_transaction(self) -> None:
        status = self._callers.info.transaction_status if self._callers is not None else None
        if status not in (None, TransactionStatus.IDLE):
            raise TargetError(
                "release: a table is committed, and the connection has a transaction of yours open;"
                " end that first, or pass a connection of its own"
            )

    @contextmanager
    def _looking(self, connection: "psycopg.Connection[Any] | None") -> Iterator[Session]:
        """Open a transaction to look into the catalogue; it is rolled back."""
        session = Session(self._options, connection)
        try:
            session.begin_bare()
            yield session
        finally:
            session.close()

    @contextmanager
    def _mapping(self, *, reads_release: bool = False) -> Iterator[None]:
        """Map exceptions of Postgres to errors of dpsql, without their text."""
        try:
            yield
        except psycopg.Error as error:
            if self._debug is not None:
                self._debug.write("release table", error)
            known = catalog.map_refusal(error, self.name) or map_error(
                error, reads_release=reads_release
            )
            withhold(error)
            raise known from None
