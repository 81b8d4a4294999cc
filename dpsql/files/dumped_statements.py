"""Refuses a folder for statements that has those of another run."""

from pathlib import Path

from dpsql.errors import ConfigError
from dpsql.faces import name_option

#: Statements of a run, and of the parts of it that have a folder of their own.
_WRITTEN = ("", "verify/", "choose/*/")


def refuse_used_folder(folder: Path) -> None:
    """Refuse a folder with statements of another run: they would be replaced, or taken for new.

    Raises:
        ConfigError: it has some; names one.
    """
    found = _find_statement(folder)
    if found is not None:
        raise ConfigError(
            f"{name_option('dump_sql')}: {folder} has statements of another run, such as"
            f" {found.relative_to(folder)}; name a new folder, or remove them"
        )


def _find_statement(folder: Path) -> Path | None:
    try:
        files = [
            file for part in _WRITTEN for file in folder.glob(f"{part}[0-9][0-9][0-9][0-9]*_*.sql")
        ]
    # A name that no folder can have is refused where the folder would be made.
    except OSError:
        return None
    return min(files, default=None)
