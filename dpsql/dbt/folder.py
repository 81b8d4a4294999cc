"""Writes the files of a project into a folder that is new, empty, or an older project of ours."""

from collections.abc import Mapping
from pathlib import Path

from dpsql import private_file
from dpsql.errors import ConfigError, TargetError, error_of

#: Files of an older project that a new one may not have.
_OURS = ("models/dpsql_*.sql", "seeds/dpsql_*.csv", "tests/dpsql_*.sql")


def write_files(files: Mapping[str, str], folder: Path, *, overwrite: bool) -> None:
    """Write texts by their paths below `folder`; nothing is written through a link.

    Raises:
        TargetError: the folder is none, or holds files and is not to be overwritten. ConfigError,
            ResourceError: the system refuses.
    """
    try:
        _make_room(folder, overwrite=overwrite)
        for path, text in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.parent.is_symlink():
                raise TargetError(f"{folder}: {file.parent.name} is a link; name another folder")
            with private_file.replace(file) as opened:
                opened.write(text)
    except OSError as error:
        raise error_of(error, f"{folder}: the project cannot be written", ConfigError) from None


def _make_room(folder: Path, *, overwrite: bool) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise TargetError(f"{folder}: it is no folder; name a new one")
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        return
    if not overwrite:
        raise TargetError(f"{folder}: it is not empty; name a new folder, or pass --overwrite")
    for pattern in _OURS:
        for old in folder.glob(pattern):
            old.unlink()
