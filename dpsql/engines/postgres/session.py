"""One transaction of Postgres: its settings, its schema of work tables, its rollback.

All statements read one snapshot, and nothing is ever committed: work tables disappear with the
transaction, however it ends. In an open transaction of the caller, a savepoint takes its place.
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

from dpsql.domain.sections.engine_options import PostgresOptions
from dpsql.engines.postgres.errors import map_refusal
from dpsql.errors import ConfigError, EngineError, InputError, withhold

_OLDEST = 130000
#: The meaning of statements and the spelling of values must not depend on the user.
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
    # Rows that a policy hides would silently be missing from P; so it is an error.
    "row_security": "off",
    # The statements of a search are long and run once.
    "jit": "off",
    "idle_in_transaction_session_timeout": "0",
}
NUL = "a text holds the character NUL, which Postgres has not; remove it"
_LEAST_WORK_MEM_KB = 64 * 1024
#: Exceptions for a setting that is unknown, out of range or not allowed for this user.
_REFUSED = (psycopg.DataError, psycopg.ProgrammingError, psycopg.errors.CantChangeRuntimeParam)
#: Since version 14: the server notices that its client was killed, and stops.
_WATCH = ("client_connection_check_interval", "10s")


class _Number(Loader):
    """Reads a numeric as an int if it is whole, as a sum of counts is, else as a Decimal."""

    def load(self, data: Any) -> int | Decimal:
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdecimal() else Decimal(text)


class Session:
    """A connection in a transaction: dpsql's own or the caller's."""

    def __init__(
        self, options: PostgresOptions, connection: "psycopg.Connection[Any] | None"
    ) -> None:
        """Connect, unless the caller passes a `connection`; `begin` starts the transaction.

        Raises:
            ConfigError: the environment variable of the address is not set or malformed.
            EngineError: the connection is refused. ResourceError: the server takes no more.
        """
        self._owned = connection is None
        self._options = options
        self._savepoint = ""
        self._begun = False
        self.connection = connect(options.dsn_env) if connection is None else connection
        #: Schema of work tables, and the prefix of their names.
        self.schema, self.prefix = f"dpsql_{secrets.token_hex(6)}", ""
        self.kind = "UNLOGGED"
        #: The same for views: a view of a temporary table must be temporary itself.
        self.view_schema, self.view_prefix = self.schema, ""
        #: Schemas of the caller, in which a name of one part is looked up first.
        self.path: list[str] = []

    def begin(self) -> None:
        """Begin one snapshot, with a schema for work tables."""
        self.begin_bare()
        self.make_schema()

    def begin_bare(self) -> None:
        """Begin one snapshot and make the settings that correctness needs; create nothing."""
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
        # Including implicit schemas: tables of pg_temp hide others.
        self.path = self.run("SELECT pg_catalog.current_schemas(true)").fetchall()[0][0]
        # From here on, functions and operators of users are not found.
        self.set("search_path", "pg_catalog, pg_temp")
        for name, value in _SETTINGS.items():
            self.set(name, value)
        if self.connection.info.server_version >= 140000:
            self._watch_client()
        self._set_memory()

    def run(self, sql: str) -> "psycopg.Cursor[tuple[Any, ...]]":
        """Run one statement and return the cursor, from which its rows are fetched."""
        refuse_nul(sql)
        return self.cursor().execute(sql.encode(), prepare=False)

    def ask(self, sql: str, *words: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query of the catalogue; `words` are bound."""
        return self.cursor().execute(sql.encode(), words, prepare=False).fetchall()

    def cursor(self) -> "psycopg.Cursor[tuple[Any, ...]]":
        """Return a cursor of tuples, whatever rows the caller's connection returns."""
        cursor = psycopg.Cursor(self.connection, row_factory=tuple_row)
        cursor.adapters.register_loader("numeric", _Number)
        return cursor

    def close(self) -> None:
        """Roll back everything; cancel a statement that is still running."""
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

    def commit(self) -> None:
        """Commit what was made; only a release is ever committed.

        Raises:
            EngineError: a statement failed before, so that the server rolled back.
        """
        if self.run("COMMIT").statusmessage != "COMMIT":
            raise EngineError("Postgres rolled back what was to be committed; run again")
        self._begun = False

    def _refuse_moving_snapshots(self) -> None:
        """Refuse an open transaction in which each statement reads its own snapshot."""
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
        # Not by a query: a database without an encoding returns texts as bytes.
        encoding = self.connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise EngineError(
                f"the database's encoding is {encoding}, in which not every text has a place; use"
                " one with encoding UTF8"
            )

    def set(self, name: str, value: str) -> None:
        """Make a setting for this transaction only."""
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
        """Have the server watch its client, if its operating system can detect a lost one."""
        watching = f"{self.schema}_watching"
        self.run(f"SAVEPOINT {watching}")
        with suppress(EngineError):
            self.set(*_WATCH)
            self.run(f"RELEASE SAVEPOINT {watching}")
            return
        self.run(f"ROLLBACK TO SAVEPOINT {watching}")

    def _set_memory(self) -> None:
        """Set `work_mem` of the job, else at least what hashing some 100,000 rows needs."""
        if self._options.work_mem is None:
            found = "SELECT setting::bigint FROM pg_settings WHERE name = 'work_mem'"
            if self.run(found).fetchall()[0][0] < _LEAST_WORK_MEM_KB:
                self.set("work_mem", "64MB")
            return
        try:
            self.cursor().execute(
                "SELECT set_config('work_mem', %s, true)", (self._options.work_mem,), prepare=False
            )
        except psycopg.Error as error:
            withhold(error)
            raise ConfigError("engine: work_mem takes a size such as 256MB") from None

    def make_schema(self) -> None:
        """Create a schema; if that is not allowed, use temporary tables, without parallelism."""
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
    """Raise InputError for a text with NUL, where Postgres would cut the statement."""
    if "\0" in text:
        raise InputError(NUL)


def connect(variable: str) -> "psycopg.Connection[Any]":
    """Connect to where the environment variable says; raises as `Session`."""
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
