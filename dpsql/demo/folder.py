"""The folder that a demonstration is kept in."""

from pathlib import Path

from dpsql.errors import ConfigError, error_of


def make_folder(folder: Path) -> None:
    """Make a folder, or find it empty.

    Raises:
        ConfigError: it is not empty, or cannot be created.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"--into: {folder} is not an empty folder; name a new one")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise error_of(error, f"--into: {folder} cannot be made", ConfigError) from None
