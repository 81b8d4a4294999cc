"""Reads a released file by an engine; its errors are not errors of the job's inputs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dpsql.engines.base import Engine
from dpsql.errors import InputError, IntegrityError, ParseError, SchemaError, Unreadable
from dpsql.inputs.csv_header import GIVE_DELIMITER, SAVE_OTHERWISE
from dpsql.inputs.places import Files
from dpsql.inputs.released import find_released


def register_release(engine: Engine, name: str, file: Path, delimiter: str | None = None) -> None:
    """Make the file readable as the logical table `name`; errors in it are the release's.

    Raises:
        IntegrityError: it is not a table of its format. Unreadable: it cannot be read. ConfigError:
            its format is unknown. ResourceError: the system refuses.
    """
    place = find_release(file, delimiter)
    with _blaming(file):
        engine.register(name, place)


def find_release(file: Path, delimiter: str | None = None) -> Files:
    """Return the file as a place to read; raises as `register_release`."""
    with _blaming(file):
        return find_released(str(file), delimiter=delimiter)


@contextmanager
def _blaming(file: Path) -> Iterator[None]:
    try:
        yield
    except (ParseError, SchemaError) as error:
        # No job names the file, and so none can give its delimiter.
        raise IntegrityError(str(error).replace(GIVE_DELIMITER, SAVE_OTHERWISE)) from None
    except InputError as error:
        raise Unreadable(str(error).replace(str(file), file.name)) from None
