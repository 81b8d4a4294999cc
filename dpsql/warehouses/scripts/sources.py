"""The tables that a script reads: their names in the job, and what no table of it may be called."""

import os
from collections.abc import Iterable

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.sections.source import Source
from dpsql.domain.table_names import split_table_name
from dpsql.errors import ConfigError, hide_secrets
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import identifier

_MOST_PARTS = 3


def source_name(j: int) -> str:
    """Return the logical table that a mapping table of the engine is read from."""
    return f"hierarchy_{j}"


def refuse_sources(job: Job, made: Iterable[str]) -> None:
    """Raise ConfigError if a source could be a table of those that are made, and so replaced."""
    taken = {name.casefold() for name in made}
    for source in find_sources(job).values():
        name = table_name(source, job)
        if name is not None and split_name(name)[-1].casefold() in taken:
            raise ConfigError(
                f"{name}: the job reads this table, and one of this name would be made, or dropped;"
                " give it a copy under another name"
            )


def find_places(job: Job) -> dict[str, exp.Table]:
    """Return the tables of a job's sources: tables of the engine by name, else placeholders."""
    return {
        name: _place(table_name(source, job) or name) for name, source in find_sources(job).items()
    }


def find_sources(job: Job) -> dict[str, Source]:
    """Return the sources of a job by logical table: P, T if it is a table, mapping tables."""
    sources: dict[str, Source | None] = {PUBLIC: job.everybody, PRIVATE: job.private.source}
    mapped = enumerate(words.table for words in job.quasi_identifiers.values())
    sources |= {source_name(j): table for j, table in mapped}
    return {name: source for name, source in sources.items() if source is not None}


def table_name(source: Source, job: Job) -> str | None:
    """Return the name of a table of the engine; None for files and tables in memory."""
    words = source.words
    # Not by Path, which raises for names that no file can have.
    if words is not None and ("://" in words or os.path.isdir(job.folder / words)):  # noqa: PTH112
        return None
    return source.table or source.words


def split_name(name: str) -> tuple[str, ...]:
    """Return the parts of the name of a table, the widest first.

    Raises:
        ConfigError: it has more than three parts, an empty one, or a password.
    """
    if hide_secrets(name) != name:
        raise ConfigError("the name of a table holds a password; write table, or schema.table")
    parts = split_table_name(name)
    if len(parts) > _MOST_PARTS or not all(parts):
        raise ConfigError(f"{name!r}: it is no name of a table; write table, or schema.table")
    return parts


def _place(name: str) -> exp.Table:
    parts = [identifier(part) for part in reversed(split_name(name))]
    return exp.Table(**dict(zip(("this", "db", "catalog"), parts, strict=False)))
