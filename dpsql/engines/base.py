"""The engine interface: what a search, a measurement or a release may ask of a database.

Queries are ASTs over logical table names. Rendering to the engine's dialect, the mapping of logical
names to physical places, dumping and the mapping of errors happen here, once. Nothing of the size
of P or T is fetched.
"""

import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self

from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.engines.debug import Debug
from dpsql.engines.dump import Dump
from dpsql.engines.writing import write
from dpsql.errors import DpsqlError, withhold
from dpsql.inputs.places import Place

_log = logging.getLogger("dpsql")
_TEXT = "'([^']|'')*'"
_UPLOAD_ROWS = 20_000
_WRITTEN = "written"
Row = tuple[Any, ...]


@dataclass(frozen=True)
class ColumnType:
    """A column's type: the family that decides how its values become text, and its full name.

    The name is DuckDB's, on every engine: a cast to it is then right everywhere. `not_in_parquet`
    names what in it a Parquet file cannot hold as it is, if anything.
    """

    family: str
    name: str
    not_in_parquet: str = ""

    @property
    def holds_floats(self) -> bool:
        """Whether it is a floating-point number, or has one in it."""
        return holds_floats(self.name)

    @property
    def title(self) -> str:
        """The name without the values of an ENUM, which may be values of T."""
        return re.sub(rf"ENUM\({_TEXT}(, {_TEXT})*\)", "ENUM", self.name)


def holds_floats(type_: str) -> bool:
    """Whether DuckDB's type of this name is one of floating-point numbers, or has one in it."""
    return re.search(r"\b(DOUBLE|FLOAT|REAL)\b", type_) is not None


class Engine(ABC):
    """A database session. Use as a context manager; everything it made is gone afterwards."""

    dialect: str
    #: Casts of texts to numbers and dates read other spellings than DuckDB's.
    reads_texts_its_own_way = False

    def __init__(self, dump_folder: Path | None = None, debug: Debug | None = None) -> None:
        self._places: dict[str, exp.Table] = {}
        #: Logical tables that are a release as it lies in its file.
        self._releases: set[str] = set()
        self._dump = Dump(dump_folder, self.dialect) if dump_folder is not None else None
        self._debug = debug
        self._statements = 0

    @abstractmethod
    def preflight(self) -> None:
        """Set and verify what correctness needs; raise EngineError on a mismatch."""

    @abstractmethod
    def register(self, name: str, place: Place) -> None:
        """Make the rows at `place` readable as the logical table `name`."""

    @abstractmethod
    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order."""

    @property
    @abstractmethod
    def batch_size(self) -> BatchSize:
        """How many nodes a search sends in a statement."""

    def shorten_text(self, text: exp.Expr, texts: Sequence[str]) -> exp.Expr:
        """An expression that tells `texts` apart, but groups faster; NULL for NULL.

        Cast to VARCHAR it is the text again. It may be NULL for other texts than these. Engines
        that know nothing better than the text itself leave this as it is.
        """
        return text

    def position_in(self, name: str) -> exp.Expr | None:
        """What orders the rows of a logical table as its file does; a registered release has it.

        None where a window without an order of its own keeps that of the file.
        """
        return None

    @abstractmethod
    def close(self) -> None:
        """Drop everything and release the session."""

    @abstractmethod
    def _fetch(self, sql: str) -> Sequence[Row]: ...

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
            self._places[name] = self._store(name, self.render(query))

    def append(self, name: str, query: exp.Query) -> None:
        """Add the rows of `query` to the materialized table `name`, whose columns it has."""
        with self._running(f"append_{name}", f"INSERT INTO {name}\n{self._pretty(query)}", query):
            self._append(self._places[name], self.render(query))

    def upload(self, name: str, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
        """Store rows as the table `name`; `columns` maps names to VARCHAR or BIGINT.

        For look-up tables: labels of hierarchies and values of P, which are public. A dump holds
        them; rows of T must not come here.
        """
        text = f"CREATE TABLE {name} ({self._define(columns)})"
        with self._running(f"upload_{name}", text) as file:
            table = self._create(name, columns)
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

    def export(
        self, query: exp.Query, target: Path, types: Mapping[str, str] | None = None
    ) -> None:
        """Write the rows of `query`, in its order, to a new file; its suffix is the format.

        `types` names DuckDB's types of columns in a Parquet file, where they are not the query's.
        Equal rows in the same order are the same bytes, whatever engine they come from.
        """
        with self._running("export", self._pretty(query), query):
            self._export(query, target, types or {})

    def drop(self, name: str) -> None:
        """Drop a materialized or uploaded table."""
        place = self._places.pop(name)
        with self._running(f"drop_{name}", f"DROP TABLE {name}"):
            self._drop(place)

    def reuse(self, query: exp.Query) -> exp.Query:
        """Write the text of this very query once; its tables may be made anew, but not moved.

        The text lives as long as the query. A copy, which may be changed, does not take it over.
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

        DuckDB replaces Unicode spaces before it parses, and takes an apostrophe in a comment for
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
        """Say what the dialect says in another way, where it is not enough to spell it."""
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
        """The query over logical names, for people; not written unless somebody may read it."""
        if self._dump is None and self._debug is None:
            return ""
        return write(query, self.dialect, pretty=True, identify=True)

    @contextmanager
    def _running(
        self, purpose: str, text: str, reads: exp.Expr | None = None
    ) -> Iterator[Path | None]:
        """Number, log and dump a statement; turn what the engine raises into our errors.

        Yields the file that holds the statement, where statements are dumped.
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
        """Turn the engine's exceptions into dpsql's, dropping text that could quote rows.

        `purpose` and `text` of the statement, if any, are kept with it where that is asked for.
        Where it `reads` a release, that is not what it should be.
        """
        try:
            yield
        except (DpsqlError, KeyboardInterrupt):
            raise
        except Exception as error:
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
