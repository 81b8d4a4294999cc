"""Absolute paths, with an error of our own if the working folder was deleted."""

from pathlib import Path

from dpsql.errors import ConfigError, error_of


def make_absolute(path: Path) -> Path:
    """Return the absolute path; for an absolute path the working folder need not exist.

    Raises:
        ConfigError: the working folder does not exist. ResourceError: the system refuses.
    """
    try:
        return path.absolute()
    except OSError as error:
        problem = "the working folder cannot be found; change to a folder that exists"
        raise error_of(error, problem, ConfigError) from None
