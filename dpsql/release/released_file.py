"""A released file as an engine reads it: what is wrong with it is no fault of the job's inputs."""

from dataclasses import replace
from pathlib import Path

from dpsql.domain.source import Source
from dpsql.engines.base import Engine
from dpsql.engines.places import Files, find_place
from dpsql.errors import InputError, IntegrityError, ParseError, SchemaError, Unreadable


def register_release(engine: Engine, name: str, file: Path, delimiter: str | None = None) -> None:
    """Make the file readable as the logical table `name`; statements that read it blame it.

    Raises:
        IntegrityError: it is no table of its format. Unreadable: it may not be read. ConfigError:
            its format is not known. ResourceError: the system refuses.
    """
    try:
        place = find_place(Source(path=str(file), delimiter=delimiter), Path())
        assert isinstance(place, Files)  # noqa: S101 - its path is stated
        engine.register(name, replace(place, is_release=True))
    except (ParseError, SchemaError) as error:
        raise IntegrityError(str(error)) from None
    except InputError as error:
        raise Unreadable(str(error).replace(str(file), file.name)) from None
