"""Opens the tables that a first job is made for: files, or tables of an engine."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlglot import exp

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.domain.sections.source import InMemory, Source, as_source, is_path
from dpsql.engines.base import ColumnType, Engine
from dpsql.engines.connect import connect
from dpsql.errors import ConfigError, SchemaError
from dpsql.faces import name_option
from dpsql.first_job.databases import refuse_database
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import EngineTable, Files, Place, find_place
from dpsql.sql.tables.copies import Original, name_originals
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: What pandas calls an index without a name where it writes a file.
_INDEX = re.compile(r"__index_level_[0-9]+__")


@dataclass(frozen=True)
class Asked:
    """What a first job is asked for: P, and T or the predicate that marks it in P; the engine.

    `engine` is None where nobody named one: then both are files. Paths start from `folder`.
    `options`: by path, what a job says beside it, such as the delimiter, or by the name of a table
    in memory the table. `person`: the columns that name people, as whoever asks says; none of them
    if each row of P is another person; `answer`: as the job that is replaced says. None if nobody
    says it.
    """

    public: str
    private: str | None = None
    where: str | None = None
    engine: EngineOptions | None = None
    connection: Any = None
    folder: Path = Path()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    person: tuple[str, ...] | None = None
    answer: tuple[str, ...] | None = None

    @property
    def has_tables(self) -> bool:
        """Whether a name may be that of a table of an engine."""
        return self.engine is not None or self.connection is not None

    @property
    def in_memory(self) -> dict[str, InMemory]:
        """The tables in memory, by the names that the job has for them."""
        held = {name: words.get("memory") for name, words in self.options.items()}
        return {name: one for name, one in held.items() if isinstance(one, InMemory)}


@dataclass(frozen=True)
class OpenTables:
    """An open engine in which P, and T if it is a table of its own, are logical tables.

    `types`: those of their columns, without `indexes`, the names of pandas' index.
    """

    engine: Engine
    places: Mapping[str, Place]
    types: Mapping[str, Mapping[str, ColumnType]]
    indexes: tuple[str, ...] = ()

    def name_original(self, name: str) -> Original:
        """Return what the logical table is, for a statement that writes a copy of it."""
        return name_originals([self.places.get(name)], self.engine.dialect)[0]


@contextmanager
def open_tables(asked: Asked) -> Iterator[OpenTables]:
    """Open the engine and register the tables.

    Raises:
        ConfigError: there is no such table, or it has no name for a job file.
    """
    words = {PUBLIC: asked.public} | ({} if asked.private is None else {PRIVATE: asked.private})
    places = {name: find_named(said, asked) for name, said in words.items()}
    readable: list[Path | Addresses] = []
    for place in places.values():
        readable += place.paths if isinstance(place, Files | LakeTable) else ()
        readable += [place] if isinstance(place, Addresses) else []
    options = asked.engine or EngineOptions()
    with connect(options, asked.folder, readable=readable, connection=asked.connection) as engine:
        for name, place in places.items():
            _register(engine, name, place)
        columns = {name: engine.columns(name) for name in places}
        indexes = [name for one in columns.values() for name in one if _INDEX.fullmatch(name)]
        types = {
            table: {name: type_ for name, type_ in one.items() if name not in indexes}
            for table, one in columns.items()
        }
        yield OpenTables(engine, places, types, tuple(dict.fromkeys(indexes)))


def _register(engine: Engine, name: str, place: Place) -> None:
    """Make a table readable; a CSV, which a first job reads column by column, is read once.

    Other engines than DuckDB carry files to tables of their own.
    """
    is_csv = isinstance(place, Files) and place.format == "csv"
    if not is_csv or engine.dialect != "duckdb":
        engine.register(name, place)
        return
    engine.register(f"{name}_file", place)
    rows = exp.select("*").from_(exp.to_table(f"{name}_file"))
    engine.materialize(name, rows)


def find_named(said: str, asked: Asked) -> Place:
    """Return the place of a table; without an engine, a name is that of a file or a folder."""
    if (held := asked.in_memory.get(said)) is not None:
        try:
            return find_place(Source(memory=held), asked.folder)
        except SchemaError as error:
            raise SchemaError(f"{said}: {error}") from None
    refuse_database(said, asked.folder)
    if options := asked.options.get(said):
        return find_place(Source(path=said, **options), asked.folder)
    if asked.has_tables:
        return find_place(Source.model_validate(as_source(said)), asked.folder)
    try:
        place = find_place(Source(path=said), asked.folder)
    except ConfigError as error:
        if is_path(said) or str(error).count(";") > 1:
            raise
        option = name_option("engine")
        raise ConfigError(f"{error}; for a table of a database, add {option}") from None
    if isinstance(place, Files | LakeTable):
        return place
    raise ConfigError(f"{said}: name a file, glob or folder")


def is_table(said: str, asked: Asked) -> bool:
    """Whether it is the name of a table of the engine, and no file or folder."""
    return isinstance(find_named(said, asked), EngineTable)
