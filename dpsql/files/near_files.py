"""Suggests a file for a path that does not exist: one beside it with a similar name."""

import os
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path, PurePath

#: How many names of a folder are compared; the folder of a lake table may have very many.
_MOST = 1000
_MOST_LISTED = 3
#: Shorter names are in too many others.
_LEAST_STEM = 3


def tell_missing_folder(folder: Path) -> str:
    """Say that a folder, to write in, is not there, and what to do; no shell has read a ~ of it.

    >>> tell_missing_folder(Path("/none/new"))
    'the folder /none/new does not exist; create it'
    """
    for place, part in enumerate(folder.parts):
        if part.startswith("~") and not Path(*folder.parts[: place + 1]).exists():
            written = Path(*folder.parts[place:])
            return f"the folder {written} does not exist; {tell_home(written)}"
    return f"the folder {folder} does not exist; create it"


def tell_home(path: Path | str) -> str:
    """Say how a path that begins with ~ is written in full."""
    home = os.path.expanduser(path)  # noqa: PTH111 - Path raises for a user who is not there
    return f"write it in full, as no shell reads it: {home}"


def suggest_file(path: Path) -> str:
    """Return the end of an error message about a missing file; empty without a suggestion.

    A name is near another if it is spelled alike, whatever its case and suffix, or if one of them
    has the whole other in it.
    """
    if os.path.islink(path):  # noqa: PTH114 - Path raises where it may not look
        return "; it is a link to what is not there"
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, _MOST)]
    except FileNotFoundError:
        return f"; there is no folder {path.parent.name!r}"
    except OSError:
        return ""
    meant = _find_near(path.name, names)
    return f"; there is {meant[0]!r}" if meant else ""


def suggest_job(folder: Path) -> str:
    """Return the end of a message on a folder in place of a job file: the YAML files in it."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, _MOST)]
    except OSError:
        return ""
    found = sorted(name for name in names if name.endswith((".yaml", ".yml")))[:_MOST_LISTED]
    return f", such as {', '.join(str(folder / name) for name in found)}" if found else ""


def list_beside(path: Path, suffixes: Collection[str]) -> str:
    """Return the end of the message on a pattern that no file matches: some that are there."""
    try:
        with os.scandir(path.parent) as entries:
            names = sorted(entry.name for entry in islice(entries, _MOST))
    except OSError:
        return suggest_file(path)
    found = [
        one for one in names if PurePath(one).suffix.lower() in suffixes and one[0] not in "._"
    ]
    listed = ", ".join(map(repr, found[:_MOST_LISTED]))
    more = f" and {len(found) - _MOST_LISTED:,} more" if len(found) > _MOST_LISTED else ""
    return f"; there {'is' if len(found) == 1 else 'are'} {listed}{more}" if found else ""


def _find_near(name: str, names: Sequence[str]) -> list[str]:
    folded = {one.casefold(): one for one in names if not one.startswith(".")}
    wanted = PurePath(name.casefold())
    if len(wanted.stem) < _LEAST_STEM:
        # Of such names most letters are those of the suffix.
        stems = {PurePath(name).stem: one for name, one in folded.items()}
        return [stems[one] for one in get_close_matches(wanted.stem, stems, n=1, cutoff=0.7)]
    for close in get_close_matches(wanted.name, folded, cutoff=0.7):
        # The suffix, which all files of a kind have, makes no name like another.
        if get_close_matches(wanted.stem, [PurePath(close).stem], cutoff=0.6):
            return [folded[close]]
    others = [
        other
        for other in map(PurePath, folded)
        if wanted.suffix in ("", other.suffix) and _is_in_the_other(wanted.stem, other.stem)
    ]
    others.sort(key=lambda other: abs(len(other.stem) - len(wanted.stem)))
    return [folded[other.name] for other in others[:1]]


def _is_in_the_other(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _LEAST_STEM and short in long
