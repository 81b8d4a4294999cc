"""Tables that Spark reads: work tables in the shared folder, and tables of its own catalogue.

A work table consists of one or more folders of Parquet files and a temporary view over them. Its
schema is kept, so that Spark need not read it from the files.
"""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlglot import exp

from dpsql.domain.names import suggest_table
from dpsql.engines.base import ColumnType, Row
from dpsql.engines.spark import files as spark_files
from dpsql.engines.spark.staging import Staging, address
from dpsql.engines.spark.types import define, name_type
from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError, EngineError
from dpsql.inputs.places import EngineTable
from dpsql.inputs.refusals import refuse_ambiguous_names

_DIALECT = "spark"


class WorkTables:
    """Views of one session whose names begin with `prefix`, and their folders."""

    def __init__(self, session: Any, staging: Staging, prefix: str) -> None:
        self._session = session
        self._staging = staging
        self._prefix = prefix
        self._stored: dict[str, tuple[list[Path], Any]] = {}
        self._views: list[str] = []

    def view(self, name: str, frame: Any) -> exp.Table:
        """Give the rows of a frame a name; they are computed at each use."""
        view = self._prefix + name
        frame.createOrReplaceTempView(view)
        if view not in self._views:
            self._views.append(view)
        return exp.Table(this=exp.to_identifier(view, quoted=True))

    def store(self, name: str, frame: Any) -> exp.Table:
        """Compute the rows of a frame once, and give them a name."""
        path = self._staging.name(name)
        save(frame, path)
        return self._show(name, [path], frame.schema)

    def append(self, table: exp.Table, frame: Any) -> None:
        """Add a folder to a table, cast to its types; the frame may read the same table."""
        paths, schema = self._stored[table.name]
        name = table.name.removeprefix(self._prefix)
        path = self._staging.name(name)
        # The schema of the view: there all columns are nullable.
        save(frame.to(self._session.table(table.name).schema), path)
        self._show(name, [*paths, path], schema)

    def create(self, name: str, columns: Mapping[str, str]) -> exp.Table:
        """Create an empty table for `insert` to fill; types are VARCHAR or BIGINT."""
        path = self._staging.name(name)
        path.mkdir(mode=0o700)
        spark_files.write_rows(path, columns, [])
        return self._show(name, [path], define(columns))

    def insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None:
        """Write one more file; uploaded rows never become SQL."""
        paths, schema = self._stored[table.name]
        names = spark_files.read_names(paths[0])
        spark_files.write_rows(paths[0], dict(zip(names, types, strict=True)), rows)
        self._show(table.name.removeprefix(self._prefix), paths, schema)

    def drop(self, table: exp.Table) -> None:
        """Drop a table and remove its files."""
        paths, _ = self._stored.pop(table.name)
        self._session.catalog.dropTempView(table.name)
        self._views.remove(table.name)
        for path in paths:
            shutil.rmtree(path, ignore_errors=True)

    def forget(self) -> None:
        """Drop all views, as far as the session still answers."""
        for view in self._views:
            with suppress(Exception):
                self._session.catalog.dropTempView(view)

    def _show(self, name: str, paths: list[Path], schema: Any) -> exp.Table:
        frame = self._session.read.schema(schema).parquet(*map(address, paths))
        view = self.view(name, frame)
        self._stored[view.name] = paths, schema
        return view


def save(frame: Any, path: Path) -> None:
    """Write a frame to a folder by Spark's committer.

    Raises:
        EngineError: Spark reports success, but the folder is not visible here.
    """
    frame.write.parquet(address(path))
    if not (path / "_SUCCESS").exists():
        raise EngineError(
            "staging: what Spark has written there is not seen here; name a folder that its driver,"
            " its workers and this machine share"
        )


def _list_alike(session: Any, parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The tables of the schema that a name has; none if the catalogue has no such schema."""
    # What a catalogue says of its failure is not told.
    with suppress(Exception):
        schema = ".".join(parts[:-1]) or session.catalog.currentDatabase()
        return [(*parts[:-1], table.name) for table in session.catalog.listTables(schema)]
    return []


def find_table(session: Any, place: EngineTable) -> tuple[Any, dict[str, ColumnType]]:
    """Return a table or view of Spark's catalogue, found by its name, and its columns.

    Texts are cast to compare by byte: a column's own collation would merge values that differ.
    Types without a counterpart in DuckDB become text.

    Raises:
        ConfigError: there is none. SchemaError: names differ only in case.
    """
    words = ".".join(place.parts)
    parts = [exp.to_identifier(part, quoted=True) for part in place.parts]
    full = ".".join(write(part, _DIALECT) for part in parts)
    if len(parts) > 3 or not session.catalog.tableExists(full):
        hint = (
            suggest_table(place.parts, _list_alike(session, place.parts))
            or "; a file needs its suffix"
        )
        raise ConfigError(f"{words}: no table or view of Spark's catalogue has this name{hint}")
    fields = session.table(full).schema.fields
    refuse_ambiguous_names(tuple(field.name for field in fields), words)
    types = {field.name: name_type(field.dataType.simpleString()) for field in fields}
    cells = []
    for column, type_ in types.items():
        cell: exp.Expr = exp.column(column, quoted=True)
        if type_.family in ("text", "other"):
            by_byte = exp.Var(this="UTF8_BINARY")
            cell = exp.Collate(this=exp.cast(cell, "VARCHAR"), expression=by_byte)
        cells.append(write(exp.alias_(cell, column, quoted=True), _DIALECT))
    query = f"SELECT {', '.join(cells)} FROM {full}"  # noqa: S608 - our AST
    return session.sql(query), types
