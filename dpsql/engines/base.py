"""The engine interface: the database operations of searches, measurements and releases.

Queries are ASTs over logical table names. Rendering to the engine's dialect, the mapping of logical
names to physical places, dumping and the mapping of errors happen here, once. Nothing of the size
of P or T is fetched.
"""

import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.engines.debug import Debug
from dpsql.engines.dump import Dump
from dpsql.engines.sql_text import write
from dpsql.engines.time_limit import run_within
from dpsql.errors import DpsqlError, withhold
from dpsql.inputs.places import Place
from dpsql.signals import find_raised, raise_stop_again

_log = logging.getLogger("dpsql")
_TEXT = "'([^']|'')*'"
_UPLOAD_ROWS = 20_000
_WRITTEN = "written"
Row = tuple[Any, ...]


@dataclass(frozen=True)
class ColumnType:
    """A column's type: the family that decides how its values become text, and its full name.

    The name is DuckDB's on every engine, so that a cast to it is correct everywhere.
    `not_in_parquet` names the type, or the nested type, that a Parquet file cannot store unchanged,
    if there is one.
    """

    family: str
    name: str
    not_in_parquet: str = ""

    @property
    def holds_floats(self) -> bool:
        """Whether the type is a floating-point type or contains one."""
        return holds_floats(self.name)

    @property
    def title(self) -> str:
        """The name without the values of an ENUM, which may be values of T."""
        return re.sub(rf"ENUM\({_TEXT}(, {_TEXT})*\)", "ENUM", self.name)


def holds_floats(type_: str) -> bool:
    """Whether DuckDB's type of this name is a floating-point type or contains one."""
    return re.search(r"\b(DOUBLE|FLOAT|REAL)\b", type_) is not None


class Engine(ABC):
    """A database session. Use as a context manager; on exit, all that it created is removed."""

    dialect: str
    #: Whether casts of texts to numbers and dates accept other spellings than DuckDB's casts.
    reads_texts_its_own_way = False
    #: Whether statements are computed by the threads of this process.
    works_here = False

    def __init__(self, dump_folder: Path | None = None, debug: Debug | None = None) -> None:
        self._places: dict[str, exp.Table] = {}
        #: Names of logical tables that show a release exactly as its file contains it.
        self._releases: set[str] = set()
        self._dump = Dump(dump_folder, self.dialect) if dump_folder is not None else None
        self._debug = debug
        self._statements = 0
        #: How many times tables were kept apart, and what names of such tables end with.
        self._times_apart, self._ending = 0, ""

    @abstractmethod
    def preflight(self) -> None:
        """Make and verify the settings that correctness needs; raise EngineError on a mismatch."""

    @abstractmethod
    def register(self, name: str, place: Place) -> None:
        """Make the rows at `place` readable as the logical table `name`."""

    @abstractmethod
    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order."""

    @property
    @abstractmethod
    def batch_size(self) -> BatchSize:
        """How many nodes a search counts in one statement."""

    def shorten_text(self, text: exp.Expr, texts: Sequence[str]) -> exp.Expr:
        """Return an expression that distinguishes `texts` but groups faster; NULL stays NULL.

        A cast to VARCHAR gives the text again. Texts that are not in `texts` may become NULL.
        Engines without a faster form return the text itself.
        """
        return text

    def position_in(self, name: str) -> exp.Expr | None:
        """Return the sort key that gives the rows of a registered release in the order of its file.

        None if a window without an order of its own already keeps the order of the file.
        """
        return None

    @abstractmethod
    def close(self) -> None:
        """Drop everything and release the session."""

    @abstractmethod
    def _fetch(self, sql: str) -> Sequence[Row]: ...

    def _fetch_in_thread(self, sql: str) -> Sequence[Row]:
        """Fetch in a thread that is not the session's own."""
        return self._fetch(sql)

    @abstractmethod
    def _interrupt(self) -> None:
        """Have a statement end that another thread runs."""

    @contextmanager
    def _letting_fail(self) -> Iterator[None]:
        """Have the session go on after a statement that fails."""
        yield

    def _fetch_integers(self, sql: str) -> list[NDArray[np.int64]]:
        return [np.array(column, dtype=np.int64) for column in zip(*self._fetch(sql), strict=True)]

    @abstractmethod
    def _store(self, name: str, sql: str) -> exp.Table: ...

    @abstractmethod
    def _append(self, table: exp.Table, sql: str) -> None: ...

    @abstractmethod
    def _create(self, name: str, columns: Mapping[str, str]) -> exp.Table: ...

    @abstractmethod
    def _insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None: ...

    @abstractmethod
    def _drop(self, table: exp.Table) -> None: ...

    @abstractmethod
    def _export(self, query: exp.Query, target: Path, types: Mapping[str, str]) -> None: ...

    @abstractmethod
    def _error(self, error: Exception, *, reads_release: bool) -> DpsqlError: ...

    def materialize(self, name: str, query: exp.Query) -> None:
        """Store the rows of `query` as the logical table `name`."""
        text = f"CREATE TABLE {name} AS\n{self._pretty(query)}"
        with self._running(f"materialize_{name}", text, query):
            self._places[name] = self._store(name + self._ending, self.render(query))

    def append(self, name: str, query: exp.Query) -> None:
        """Add the rows of `query` to the materialized table `name`, which has the same columns."""
        with self._running(f"append_{name}", f"INSERT INTO {name}\n{self._pretty(query)}", query):
            self._append(self._places[name], self.render(query))

    def upload(self, name: str, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
        """Store rows as the table `name`; `columns` maps names to VARCHAR or BIGINT.

        For look-up tables: labels of hierarchies and values of P, which are public. A dump contains
        them; never upload rows of T.
        """
        text = f"CREATE TABLE {name} ({self._define(columns)})"
        with self._running(f"upload_{name}", text) as file:
            table = self._create(name + self._ending, columns)
            remaining = iter(rows)
            while chunk := list(islice(remaining, _UPLOAD_ROWS)):
                self._insert(table, list(columns.values()), chunk)
                if self._dump is not None and file is not None:
                    self._dump.insert(file, name, chunk)
        self._places[name] = table

    def fetch(self, query: exp.Query) -> Sequence[Row]:
        """Return all rows of a query whose result is small."""
        with self._running(query.meta.get("template", "fetch"), self._pretty(query), query):
            return self._fetch(self.render(query))

    def fetch_within(self, query: exp.Query, seconds: float) -> Sequence[Row]:
        """Return all rows of a query that may fail, or take too long; the session goes on then.

        Raises:
            TookTooLong: it was interrupted after the `seconds`.
        """
        sql = self.render(query)
        with self._running("fetch_within", self._pretty(query), query), self._letting_fail():
            return run_within(lambda: self._fetch_in_thread(sql), self._interrupt, seconds)

    def fetch_integers(self, query: exp.Query) -> list[NDArray[np.int64]]:
        """Return the columns of a query of at least one row, whose cells are all integers."""
        with self._running(query.meta.get("template", "fetch"), self._pretty(query), query):
            return self._fetch_integers(self.render(query))

    def export(
        self, query: exp.Query, target: Path, types: Mapping[str, str] | None = None
    ) -> None:
        """Write the rows of `query`, in its order, to a new file, whose suffix is the format.

        `types`: DuckDB's types of Parquet columns, where they differ from the query's. Equal rows
        in equal order give equal bytes on every engine.
        """
        with self._running("export", self._pretty(query), query):
            self._export(query, target, types or {})

    def drop(self, name: str) -> None:
        """Drop a materialized or uploaded table."""
        place = self._places.pop(name)
        with self._running(f"drop_{name}", f"DROP TABLE {name}"):
            self._drop(place)

    @contextmanager
    def keeping_apart(self) -> Iterator[None]:
        """Keep the tables that are made meanwhile apart from those of the same names before.

        At the end they are dropped, and every name has its former meaning again. Nothing that was
        there before may be dropped meanwhile.
        """
        before, ending = self._places, self._ending
        self._times_apart += 1
        self._places, self._ending = dict(before), f"_apart_{self._times_apart}"
        try:
            yield
        finally:
            for name in [*self._places]:
                if self._places[name] is not before.get(name):
                    # After an error of the engine, a server may refuse every statement.
                    with suppress(DpsqlError):
                        self.drop(name)
            self._places, self._ending = before, ending

    def reuse(self, query: exp.Query) -> exp.Query:
        """Return the query, marked to be rendered once; its tables may be recreated, not moved.

        The text lives as long as the query. A copy, which may be changed, is rendered again.
        """
        query.meta[_WRITTEN] = id(self), id(query), ""
        return query

    def render(self, query: exp.Query) -> str:
        """Write the query in the engine's dialect, logical names replaced by their places."""
        engine, owner, text = query.meta.get(_WRITTEN, (0, 0, ""))
        if (engine, owner) != (id(self), id(query)):
            return self._write(query)
        if not text:
            text = self._write(query)
            query.meta[_WRITTEN] = engine, owner, text
        return str(text)

    def _write(self, query: exp.Query) -> str:
        """Write a query without comments.

        DuckDB replaces Unicode spaces before it parses, and takes an apostrophe in a comment as
        the start of a text, so that spaces inside texts change.
        """
        physical = query.copy()
        for table in list(physical.find_all(exp.Table)):
            place = self._places.get(table.name)
            if place is not None and not table.db:
                alias = table.args.get("alias") or exp.TableAlias(
                    this=exp.to_identifier(table.name, quoted=True)
                )
                named = place.copy()
                named.set("alias", alias)
                table.replace(named)
        adapted = self._adapt(physical)
        return write(adapted, self.dialect, identify=True, copy=False, comments=False)

    def _adapt(self, physical: exp.Query) -> exp.Query:
        """Rewrite expressions that have a different meaning in this dialect."""
        return physical

    def _define(self, columns: Mapping[str, str]) -> str:
        """Write names and types of columns as a CREATE TABLE lists them."""
        return ", ".join(
            write(
                exp.ColumnDef(
                    this=exp.to_identifier(column, quoted=True), kind=exp.DataType.build(type_)
                ),
                self.dialect,
            )
            for column, type_ in columns.items()
        )

    def _pretty(self, query: exp.Query) -> str:
        """Return the query over logical names, for dumps and debug files; empty without these."""
        if self._dump is None and self._debug is None:
            return ""
        return write(query, self.dialect, pretty=True, identify=True)

    @contextmanager
    def _running(
        self, purpose: str, text: str, reads: exp.Expr | None = None
    ) -> Iterator[Path | None]:
        """Number, log and dump a statement; map the engine's exceptions to dpsql's errors.

        Yields the dump file of the statement; None if statements are not dumped.
        """
        self._statements += 1
        _log.debug("statement %d: %s", self._statements, purpose)
        file = None
        if self._dump is not None:
            file = self._dump.write(self._statements, purpose, text)
        with self.mapping_errors(purpose, text, reads):
            yield file

    @contextmanager
    def mapping_errors(
        self, purpose: str, text: str = "", reads: exp.Expr | None = None
    ) -> Iterator[None]:
        """Map the engine's exceptions to dpsql's errors, without text that could quote rows.

        With --debug, `purpose` and `text` of the statement are written to the debug file. If the
        statement `reads` a release, a damaged file is an error of the release, not of an input.
        """
        try:
            yield
        except (DpsqlError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise_stop_again()
            if (raised := find_raised(error)) is not None:
                if raised is not error:
                    withhold(error)
                raise raised  # noqa: B904 - `call_noting` restores what it was raised from
            if self._debug is not None:
                self._debug.write(f"{purpose}\n{text}", error)
            known = self._error(error, reads_release=self._reads_release(reads))
            withhold(error)
            raise known from None

    def _reads_release(self, reads: exp.Expr | None) -> bool:
        tables = reads.find_all(exp.Table) if reads is not None else ()
        return any(table.name in self._releases for table in tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
