"""A release as a table of Spark's catalogue: written beside it as Parquet, read back, renamed.

Spark has no transaction over tables. The old table is renamed, then the new one takes its name: for
that moment there is none. The next run under the lock renames the old one back, and drops what a
dead run left. The lock is local: Spark has none.
"""

import re
import secrets
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlglot import exp

from dpsql.domain.sections.engine_options import SparkOptions
from dpsql.domain.table_names import split_table_name
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug
from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.engines.spark.engine import SparkEngine
from dpsql.engines.spark.errors import map_error
from dpsql.engines.spark.remote import open_session, refuse_silent
from dpsql.engines.spark.session import Settings
from dpsql.engines.spark.types import name_once_stored, name_type
from dpsql.engines.sql_text import write
from dpsql.errors import DpsqlError, EngineError, IntegrityError, TargetError, withhold
from dpsql.inputs.places import EngineTable
from dpsql.inputs.released import find_released

#: What every catalogue of Spark takes as a name.
_NAME = re.compile(r"[A-Za-z0-9_]{1,100}")
_STAGED, _OLD = "__dpsql_staged_", "__dpsql_old"


class SparkReleaseTable(ReleaseTable):
    """A table by ``schema.table`` or ``catalog.schema.table``; see the module's docstring."""

    def __init__(
        self,
        name: str,
        options: SparkOptions,
        folder: Path,
        connection: Any = None,
        debug: Debug | None = None,
    ) -> None:
        """Nothing is connected yet.

        Raises:
            TargetError: the name is not of one of these forms.
        """
        parts = split_table_name(name)
        if not 2 <= len(parts) <= 3 or not all(map(_NAME.fullmatch, parts)):
            raise TargetError(
                f"release: {name} must be schema.table or catalog.schema.table, of letters, digits"
                " and _"
            )
        self.name = name
        self._parts = parts
        self._options, self._folder = options, folder
        self._callers, self._debug = connection, debug
        self._session: Any = None
        self._settings: Settings | None = None
        self._staged = ""
        #: The files of the table that had the name at the start; None if there was none.
        self._seen: frozenset[str] | None = None

    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return DuckDB's types of the columns once they were stored."""
        return {name: name_once_stored(name, type_) for name, type_ in types.items()}

    def connect(self) -> None:
        """Open the session of the run, or take the caller's."""
        if self._session is None:
            with self._mapping():
                self._session = self._open()
                self._settings = Settings(self._session)
                self._settings.make()

    def lock(self) -> None:
        """Clear what a dead run left: the lock itself is local."""
        self.connect()
        with self._mapping():
            self._clear()

    def refuse_unfit(self, columns: Sequence[str]) -> None:
        """Raise TargetError unless a release can have this name."""
        with self._mapping():
            schema = ".".join(_quote(part) for part in self._parts[:-1])
            if not self._session.catalog.databaseExists(schema):
                raise TargetError(
                    f"release: the schema {'.'.join(self._parts[:-1])} does not exist; create it"
                )
            self._refuse_views(self._session)
            self._seen = self._list_files()

    def refuse_inputs(self, inputs: Sequence[EngineTable]) -> None:
        """Raise TargetError if the table is an input, or a view that is one reads it."""
        with self._mapping():
            mine = self._identify(self._session, self._parts)
            if mine is None:
                return
            files = self._list_files() or frozenset()
            for place in inputs:
                found = self._identify(self._session, place.parts)
                # Whatever reads the inputs tells which of them are missing.
                if found is None:
                    continue
                spelled = ".".join(_quote(part) for part in place.parts)
                read = set(self._session.table(spelled).inputFiles())
                if found == mine or read & files:
                    raise TargetError(f"release: {self.name} is an input of the job; name another")

    def exists(self) -> bool:
        """Whether a table has the name now."""
        with self._mapping():
            return self._exists(self._parts[-1])

    def stage(self, file: Path, again: Path) -> None:
        """Write a table of one file beside the one of this name; write what Spark reads of it."""
        self._staged = f"{self._parts[-1]}{_STAGED}{secrets.token_hex(6)}"
        with self._mapping(), self._engine(readable=[file], writable=again.parent) as engine:
            engine.store_in_catalog(find_released(str(file)), self._spell(self._staged), again)

    def swap(self) -> None:
        """Check that nobody else changed the table; it is missing for a moment only in `commit`."""
        with self._mapping():
            if self._list_files() != self._seen:
                state = "created" if self._seen is None else "replaced"
                raise TargetError(f"release: {self.name} was {state} meanwhile; run again")

    def commit(self) -> None:
        """Rename the table of this name, and then the staged one; drop the former."""
        with self._mapping():
            if self._seen is not None:
                self._rename(self._parts[-1], self._parts[-1] + _OLD)
            # Refused where somebody has made a table of this name meanwhile.
            self._rename(self._staged, self._parts[-1])
        self._staged = ""
        # The next run drops it if this fails.
        with suppress(Exception):
            self._drop(self._parts[-1] + _OLD)

    def undo(self) -> None:
        """Drop what was staged, and give a table that was renamed its name again."""
        if self._session is not None and self._staged:
            with suppress(Exception):
                self._clear()
        self._staged = ""

    @contextmanager
    def reading(self, writable: Path) -> Iterator[Engine | None]:
        """Open a session that shows the table as `PUBLISHED`; None if there is none."""
        with self._mapping(), self._engine(writable=writable) as engine:
            if not self._looks_stored(engine.session):
                yield None
                return
            engine.register(PUBLISHED, EngineTable(self._parts))
            yield engine

    def close(self) -> None:
        """Drop what was staged, and end the session of the run."""
        self.undo()
        session, self._session = self._session, None
        if self._settings is not None:
            if self._callers is not None:
                self._settings.restore()
            self._settings.listen_again()
            self._settings = None
        if session is not None and session is not self._callers:
            with suppress(Exception):
                session.stop()

    def _open(self) -> Any:
        if self._callers is not None:
            return self._callers
        refuse_silent(self._options)
        return open_session(str(self._options.remote))

    @contextmanager
    def _engine(self, *, writable: Path, readable: Sequence[Path] = ()) -> Iterator[SparkEngine]:
        owned = self._callers is None
        with SparkEngine(
            self._options,
            self._folder,
            self._callers if not owned else self._open(),
            owned=owned,
            readable=readable,
            writable=[writable],
            debug=self._debug,
        ) as engine:
            engine.preflight()
            yield engine

    def _clear(self) -> None:
        """Give a table that a dead run renamed its name again; drop what runs left."""
        table = self._parts[-1]
        if self._exists(table + _OLD):
            if self._exists(table):
                self._drop(table + _OLD)
            else:
                self._rename(table + _OLD, table)
        schema = ".".join(_quote(part) for part in self._parts[:-1])
        if not self._session.catalog.databaseExists(schema):
            return
        for found in self._session.sql(f"SHOW TABLES IN {schema}").toArrow().to_pylist():
            # Some catalogues have all names in lower case.
            if found["tableName"].lower().startswith((table + _STAGED).lower()):
                self._drop(found["tableName"])

    def _looks_stored(self, session: Any) -> bool:
        """Whether there is a table; raises IntegrityError if it is not as `stage` makes it."""
        if not session.catalog.tableExists(self._spell()):
            return False
        self._refuse_views(session)
        self._refresh(session)
        for field in session.table(self._spell()).schema:
            spelled = field.dataType.simpleString()
            if name_type(spelled).not_in_parquet or " collate" in spelled or field.metadata:
                raise IntegrityError(
                    f"{self.name}: its column {field.name!r} is not stored as dpsql stores it; it"
                    " was altered"
                )
        return True

    def _refuse_views(self, session: Any) -> None:
        if session.catalog.tableExists(self._spell()):
            kind = session.catalog.getTable(self._spell()).tableType
            if kind not in ("MANAGED", "EXTERNAL"):
                raise TargetError(f"release: {self.name} is a view; drop it, or name another")

    @staticmethod
    def _identify(session: Any, parts: Sequence[str]) -> tuple[str, ...] | None:
        """Return catalogue, schema and name of a table, as the session finds it."""
        spelled = ".".join(_quote(part) for part in parts)
        if not session.catalog.tableExists(spelled):
            return None
        found = session.catalog.getTable(spelled)
        named = (found.catalog or "", *(found.namespace or ()), found.name)
        return tuple(part.lower() for part in named)

    def _list_files(self) -> frozenset[str] | None:
        """Return the files of the table, which have other names each time; None without a table."""
        if not self._exists(self._parts[-1]):
            return None
        self._refresh(self._session)
        return frozenset(self._session.table(self._spell()).inputFiles())

    def _refresh(self, session: Any) -> None:
        """Forget the files that the session found before: another one may have changed them."""
        session.catalog.refreshTable(self._spell())

    def _exists(self, table: str) -> bool:
        return bool(self._session.catalog.tableExists(self._spell(table)))

    def _rename(self, table: str, other: str) -> None:
        # A catalogue takes the new name without its own.
        new = ".".join(_quote(part) for part in (self._parts[-2], other))
        self._run(f"ALTER TABLE {self._spell(table)} RENAME TO {new}")

    def _drop(self, table: str) -> None:
        self._run(f"DROP TABLE IF EXISTS {self._spell(table)}")

    def _run(self, statement: str) -> None:
        self._session.sql(statement).toArrow()

    def _spell(self, table: str | None = None) -> str:
        parts = (*self._parts[:-1], table or self._parts[-1])
        return ".".join(_quote(part) for part in parts)

    @contextmanager
    def _mapping(self) -> Iterator[None]:
        """Map exceptions of Spark to errors of dpsql, without their text."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                yield
        except (DpsqlError, OSError):
            raise
        except Exception as error:
            if self._debug is not None:
                self._debug.write("release table", error)
            known = map_error(error, self._options.host or "its address", reads_release=False)
            is_taken = "ALREADY_EXISTS" in str(error)
            withhold(error)
            if is_taken and isinstance(known, EngineError):
                known = TargetError(f"release: {self.name} was created meanwhile")
            raise known from None


def _quote(name: str) -> str:
    return write(exp.to_identifier(name, quoted=True), "spark")
