"""Reads how somebody names a table for a first job: its path or name, or what a job would have.

``{path: people.csv, delimiter: ";"}`` has options of the path, which the job then states as well. A
table in memory gets a name, by which the text of the job speaks of it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dpsql.domain.job_section import list_keys
from dpsql.domain.names import suggest
from dpsql.domain.sections.source import InMemory, PeopleSource, as_source, is_path
from dpsql.errors import ConfigError
from dpsql.job_files.plain_yaml import parse_words


def read_asked(said: object, what: str) -> tuple[str, dict[str, Any]]:
    """Return the path or name of a table, and the options beside it; `what` names it in errors.

    >>> read_asked("people.csv", "PUBLIC")
    ('people.csv', {})
    >>> read_asked('{path: people.csv, delimiter: ";"}', "PUBLIC")
    ('people.csv', {'delimiter': ';'})

    Raises:
        ConfigError: it is written as a job has it, and no source.
    """
    words = said
    if isinstance(said, str) and said.lstrip().startswith("{"):
        words, _ = parse_words(said.encode(), what, "table")
    if not isinstance(words, str | Path | Mapping):
        return _name_frame(words, what)
    if not isinstance(words, Mapping):
        return str(said), {}
    if "count" in words:
        raise ConfigError(f"{what}: leave out count; init finds the column, or asks about it")
    try:
        source = PeopleSource.model_validate(as_source(dict(words)))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        told = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            known = list_keys(PeopleSource, [*map(str, first["loc"])])
            told = f"is not a key of a table{suggest(str(first['loc'][-1]), known)}"
        raise ConfigError(f"{what}: {place + ': ' if place else ''}{told}") from None
    except ValueError as error:
        raise ConfigError(f"{what}: {error}") from None
    if source.memory is not None:
        raise ConfigError(f"{what}: pass the table in memory itself, without a mapping")
    options = source.model_dump(mode="json", exclude_none=True)
    if (path := options.pop("path", None)) is not None:
        return path, options
    return str(options["table"]), {}


def _name_frame(table: object, what: str) -> tuple[str, dict[str, Any]]:
    """Return a name for a table in memory, and the table.

    Raises:
        ConfigError: it is no table, or one that cannot be read twice.
    """
    try:
        as_source(table)
    except ValueError as error:
        raise ConfigError(f"{what}: {error}") from None
    held = InMemory(table)
    name = f"{held.title} of {'P' if what.lower() == 'public' else 'T'}"
    assert not is_path(name)  # noqa: S101 - else the text of the job would name a file
    return name, {"memory": held}
