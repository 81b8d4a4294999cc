"""Absolute paths, also where the working folder was deleted under a program that runs in it."""

from pathlib import Path

from dpsql.errors import ConfigError, error_of


def make_absolute(path: Path) -> Path:
    """Return the path from the root; one that is absolute does not ask for the working folder.

    Raises:
        ConfigError: the working folder is gone. ResourceError: the system refuses.
    """
    try:
        return path.absolute()
    except OSError as error:
        problem = "the working folder cannot be found; change to a folder that exists"
        raise error_of(error, problem, ConfigError) from None
