"""Database files of DuckDB that stand where a table is named: their tables are listed."""

from pathlib import Path

from dpsql.domain.sections.engine_options import DuckDBOptions, EngineOptions
from dpsql.engines.connect import connect
from dpsql.errors import ConfigError
from dpsql.faces import name_function
from dpsql.sql.templates import render

#: What stands in such a file after eight bytes of a checksum.
_MARK, _MARK_AT = b"DUCK", 8
_MOST_NAMED = 20
_DEFAULT_SCHEMA = "main"


def is_database(path: Path) -> bool:
    """Whether a path is that of a database file of DuckDB."""
    try:
        with path.open("rb") as file:
            return file.read(_MARK_AT + len(_MARK))[_MARK_AT:] == _MARK
    except (OSError, ValueError):
        return False


def refuse_database(said: str, folder: Path) -> None:
    """Raise ConfigError, with the tables of the file, if a database stands in place of a table."""
    if not is_database(folder / said):
        return
    names = _list_tables(said, folder)
    listed = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
    names_them = name_function(
        "init", f"--engine {said} PUBLIC PRIVATE", f"PUBLIC, PRIVATE, engine={said!r}"
    )
    raise ConfigError(
        f"{said}: it is a DuckDB database; name its tables: {names_them}; it has {listed or 'none'}"
    )


def _list_tables(said: str, folder: Path) -> list[str]:
    options = EngineOptions(duckdb=DuckDBOptions(database=said))
    with connect(options, folder) as engine:
        rows = engine.fetch(render("list_tables"))
    return [
        str(table) if schema == _DEFAULT_SCHEMA else f"{schema}.{table}" for schema, table in rows
    ]
