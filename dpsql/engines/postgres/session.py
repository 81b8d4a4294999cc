"""One transaction of Postgres: what it must be, where its work tables lie, how all of it is undone.

All is read in one snapshot, and nothing is ever committed: work tables are gone with the
transaction, however it ends. In an open transaction of the caller a savepoint stands for it.
"""

import os
import secrets
from contextlib import suppress
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import TransactionStatus
from psycopg.rows import tuple_row

from dpsql.domain.engine_options import PostgresOptions
from dpsql.engines.postgres.errors import map_refusal
from dpsql.errors import ConfigError, EngineError, InputError, withhold

_OLDEST = 130000
#: What statements mean and how values are spelled must not depend on who connects.
_SETTINGS = {
    "standard_conforming_strings": "on",
    "client_encoding": "UTF8",
    "TimeZone": "UTC",
    "DateStyle": "ISO, YMD",
    "IntervalStyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "1",
    "array_nulls": "on",
    "transform_null_equals": "off",
    # Rows that a policy hides would be missing from P without a word; so it is an error.
    "row_security": "off",
    # The statements of a search are long and run once.
    "jit": "off",
    "idle_in_transaction_session_timeout": "0",
}
NUL = "a text holds the character NUL, which Postgres has not; remove it"
_LEAST_WORK_MEM_KB = 64 * 1024
#: What a setting that is unknown, out of range or not this user's is refused by.
_REFUSED = (psycopg.DataError, psycopg.ProgrammingError, psycopg.errors.CantChangeRuntimeParam)
#: Since version 14: the server notices that its client was killed, and stops.
_WATCH = ("client_connection_check_interval", "10s")


class _Number(Loader):
    """A numeric: an int where it is whole, as a sum of counts is."""

    def load(self, data: Any) -> int | Decimal:
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdecimal() else Decimal(text)


class Session:
    """A connection in a transaction, own or the caller's."""

    def __init__(
        self, options: PostgresOptions, connection: "psycopg.Connection[Any] | None"
    ) -> None:
        """Connect, unless the caller did, and begin.

        Raises:
            ConfigError: nothing says where to connect to. EngineError: no connection is had, or it
                is not fit. ResourceError: the server takes no more.
        """
        self._owned = connection is None
        self._options = options
        self._savepoint = ""
        self._begun = False
        self.connection = _connect(options.dsn_env) if connection is None else connection
        #: Schema of work tables, and what their names begin with.
        self.schema, self.prefix = f"dpsql_{secrets.token_hex(6)}", ""
        self.kind = "UNLOGGED"
        #: The same of views: one over a temporary table must be temporary itself.
        self.view_schema, self.view_prefix = self.schema, ""
        #: Schemas of the caller, in which a name of one part is looked up first.
        self.path: list[str] = []

    def begin(self) -> None:
        """Begin one snapshot and set what correctness needs."""
        match self.connection.info.transaction_status:
            case TransactionStatus.INTRANS:
                self._refuse_moving_snapshots()
                self._savepoint = self.schema
                self.run(f"SAVEPOINT {self._savepoint}")
            case TransactionStatus.IDLE:
                words = "ISOLATION LEVEL REPEATABLE READ, READ WRITE"
                begin = "BEGIN" if self.connection.autocommit else "SET TRANSACTION"
                self._begun = True
                self.run(f"{begin} {words}")
            case TransactionStatus.INERROR:
                raise EngineError(
                    "connection: a statement failed before in its transaction; roll it back first"
                )
            case _:
                raise EngineError(
                    "connection: it is closed or busy; pass one that is open and idle"
                )
        self._refuse_unfit()
        # With those that nobody names: tables of pg_temp hide others.
        self.path = self.run("SELECT pg_catalog.current_schemas(true)").fetchall()[0][0]
        # From here on functions and operators of others are out of sight.
        self._set("search_path", "pg_catalog, pg_temp")
        for name, value in _SETTINGS.items():
            self._set(name, value)
        if self.connection.info.server_version >= 140000:
            self._watch_client()
        self._set_memory()
        self._make_schema()

    def run(self, sql: str) -> "psycopg.Cursor[tuple[Any, ...]]":
        """Run one statement; what it returns is read off the cursor."""
        refuse_nul(sql)
        return self.cursor().execute(sql.encode(), prepare=False)

    def cursor(self) -> "psycopg.Cursor[tuple[Any, ...]]":
        """A cursor that returns tuples, whatever the caller's connection returns."""
        cursor = psycopg.Cursor(self.connection, row_factory=tuple_row)
        cursor.adapters.register_loader("numeric", _Number)
        return cursor

    def close(self) -> None:
        """Undo all that was made; the server stops what it is still doing."""
        if self.connection.closed or not (self._owned or self._savepoint or self._begun):
            return
        status = self.connection.info.transaction_status
        if status == TransactionStatus.ACTIVE:
            self.connection.cancel_safe(timeout=5)
        if self._owned:
            # The server rolls back by itself.
            self.connection.close()
        elif self._savepoint:
            self.run(f"ROLLBACK TO SAVEPOINT {self._savepoint}")
            self.run(f"RELEASE SAVEPOINT {self._savepoint}")
        elif status != TransactionStatus.IDLE:
            self.connection.rollback() if not self.connection.autocommit else self.run("ROLLBACK")

    def _refuse_moving_snapshots(self) -> None:
        """Refuse an open transaction each statement of which reads a snapshot of its own."""
        isolation = self.run("SHOW transaction_isolation").fetchall()[0][0]
        if isolation not in ("repeatable read", "serializable"):
            raise EngineError(
                f"connection: its open transaction is {isolation.upper()}, so that two statements"
                " may see different tables; commit or roll back first, or set its isolation_level"
                " to REPEATABLE READ before it begins"
            )

    def _refuse_unfit(self) -> None:
        version = self.connection.info.server_version
        if version < _OLDEST:
            raise EngineError(f"Postgres {version // 10000} is too old; dpsql needs 13 or later")
        # Not as text, which a database without an encoding returns as bytes.
        encoding = self.connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise EngineError(
                f"the database's encoding is {encoding}, in which not every text has a place; use"
                " one with encoding UTF8"
            )

    def _set(self, name: str, value: str) -> None:
        """Set for this transaction alone."""
        refusal = EngineError(f"Postgres does not take {name} = {value}, which dpsql needs")
        try:
            set_ = self.cursor().execute(
                "SELECT pg_catalog.set_config(%s, %s, true)", (name, value), prepare=False
            )
        except _REFUSED as error:
            withhold(error)
            raise refusal from None
        if set_.fetchall()[0][0].lower() != value.lower():
            raise refusal

    def _watch_client(self) -> None:
        """Ask the server to watch its client, where its system can tell that one is gone."""
        watching = f"{self.schema}_watching"
        self.run(f"SAVEPOINT {watching}")
        with suppress(EngineError):
            self._set(*_WATCH)
            self.run(f"RELEASE SAVEPOINT {watching}")
            return
        self.run(f"ROLLBACK TO SAVEPOINT {watching}")

    def _set_memory(self) -> None:
        """Take what the job says, or at least what hashing some hundred thousand rows needs."""
        if self._options.work_mem is None:
            found = "SELECT setting::bigint FROM pg_settings WHERE name = 'work_mem'"
            if self.run(found).fetchall()[0][0] < _LEAST_WORK_MEM_KB:
                self._set("work_mem", "64MB")
            return
        try:
            self.cursor().execute(
                "SELECT set_config('work_mem', %s, true)", (self._options.work_mem,), prepare=False
            )
        except psycopg.Error as error:
            withhold(error)
            raise ConfigError("engine: work_mem takes a size such as 256MB") from None

    def _make_schema(self) -> None:
        """Make a schema; where that is not allowed, temporary tables do, in one process each."""
        may = "SELECT has_database_privilege(current_database(), %s)"
        create, temporary = (
            self.cursor().execute(may, (right,), prepare=False).fetchall()[0][0]
            for right in ("CREATE", "TEMP")
        )
        prefix = f"{self.schema}_"
        if temporary:
            self.view_schema, self.view_prefix = "pg_temp", prefix
        if create:
            self.run(f"CREATE SCHEMA {self.schema}")
        else:
            self.schema, self.prefix, self.kind = "pg_temp", prefix, "TEMPORARY"


def refuse_nul(text: str) -> None:
    """Raise InputError where a statement would be cut: Postgres has no character NUL."""
    if "\0" in text:
        raise InputError(NUL)


def _connect(variable: str) -> "psycopg.Connection[Any]":
    words = os.environ.get(variable)
    if not words:
        raise ConfigError(
            f"engine: the environment variable {variable} is not set; it says where Postgres is,"
            " such as host=localhost dbname=census user=me"
        )
    try:
        words = psycopg.conninfo.make_conninfo(words, fallback_application_name="dpsql")
    except psycopg.ProgrammingError as error:
        withhold(error)
        raise ConfigError(
            f"engine: {variable} is no connection of Postgres; write host=… dbname=… user=…, or"
            " postgresql://…"
        ) from None
    try:
        return psycopg.connect(words, autocommit=True, prepare_threshold=None)
    except psycopg.Error as error:
        known = map_refusal(error, variable)
        withhold(error)
        raise known from None
