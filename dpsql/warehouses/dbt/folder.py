"""Writes the files of a project into a folder that is new, empty, or an older project of ours."""

from collections.abc import Mapping
from pathlib import Path

import yaml

from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.faces import name_option
from dpsql.files import private_file
from dpsql.warehouses.dbt.project import NAME

#: Files of an older project, which a new project may not contain.
_OURS = (
    *("models/dpsql_*.sql", "models/private/dpsql_*.sql"),
    *("seeds/dpsql_*.csv", "tests/dpsql_*.sql"),
)
#: Identifies a project as ours, so it is written first.
_MARK = "dbt_project.yml"


def write_files(files: Mapping[str, str], folder: Path, *, overwrite: bool) -> None:
    """Write texts by their paths below `folder`; nothing is written or deleted through a link.

    Raises:
        TargetError: the folder is no folder; it contains files and `overwrite` is not set; it is no
            project of ours; or it has links where files go. ConfigError, ResourceError: the system
            refuses.
    """
    try:
        _make_room(files, folder, overwrite=overwrite)
        for path in sorted(files, key=lambda path: path != _MARK):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            with private_file.replace(file) as opened:
                opened.write(files[path])
    except OSError as error:
        raise error_of(error, f"{folder}: the project cannot be written", ConfigError) from None


def _make_room(files: Mapping[str, str], folder: Path, *, overwrite: bool) -> None:
    """Check the folder before anything is changed; then delete files of an older project."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise TargetError(f"{folder}: it is no folder; name a new one")
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        return
    if not overwrite:
        is_older = _is_ours(folder / _MARK)
        replaced = f", or pass {name_option('overwrite', True)}" if is_older else ""
        raise TargetError(f"{folder}: it is not empty; name a new folder{replaced}")
    for path in sorted({*files, *_OURS}):
        _refuse_unfit(folder, Path(path))
    if not _is_ours(folder / _MARK):
        raise TargetError(
            f"{folder}: it is no project of dpsql, as no {_MARK} there says name: {NAME}; name a"
            " new folder"
        )
    for pattern in _OURS:
        for old in folder.glob(pattern):
            old.unlink()


def _refuse_unfit(folder: Path, path: Path) -> None:
    """Raise unless a path below the folder is a regular file or absent, and not behind a link."""
    for above in [*path.parents][:-1]:
        found = folder / above
        if found.is_symlink() or (found.exists() and not found.is_dir()):
            raise TargetError(f"{folder}: {above} is a link, or no folder; name another folder")
    file = folder / path
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise TargetError(f"{folder}: {path} is a link, or no plain file; name another folder")


def _is_ours(mark: Path) -> bool:
    try:
        words = yaml.safe_load(mark.read_bytes())
    except (FileNotFoundError, ValueError, yaml.YAMLError, RecursionError):
        return False
    return isinstance(words, dict) and words.get("name") == NAME
