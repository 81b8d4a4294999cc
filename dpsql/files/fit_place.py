"""Refuses, before any work, a place where a page or a picture could not be written."""

import os
from collections.abc import Sequence
from pathlib import Path

from dpsql.errors import ConfigError
from dpsql.files.absolute import make_absolute

#: How the name of a page may end.
PAGES = (".html", ".htm")
#: Endings of pictures that are no drawings; dpsql writes none.
_PIXELS = (".png", ".jpg", ".jpeg", ".pdf")


def refuse_unfit_place(path: Path, kind: str, endings: Sequence[str], where: str = "") -> None:
    """Refuse a name that may be another file's, and a folder that takes no file.

    `kind`: what is to be written; `endings`: those that its name may have; `where`: what the
    message begins with.

    Raises:
        ConfigError: the name ends otherwise; the folder does not exist, or takes no new files.
    """
    if path.suffix.lower() not in endings:
        way = ""
        if kind == "picture" and path.suffix.lower() in _PIXELS:
            way = "; a browser, or a program such as Inkscape, makes pixels of it"
        if kind == "page" and path.suffix.lower() == ".pdf":
            way = "; a browser prints it as PDF"
        raise ConfigError(f"{where}{path.name}: a {kind} must end in {endings[0]}{way}")
    refuse_unfit_folder(path, where)


def refuse_unfit_folder(path: Path, where: str = "") -> None:
    """Refuse a path whose folder takes no file, as `refuse_unfit_place` does."""
    folder = make_absolute(path).parent
    if not folder.is_dir():
        raise ConfigError(f"{where}there is no folder {str(path.parent)!r}; make it first")
    if not os.access(folder, os.W_OK):
        raise ConfigError(
            f"{where}{path.name}: nothing can be written to its folder; name another one"
        )
