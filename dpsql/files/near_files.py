"""Which file was meant, where there is none of a name: one beside it with nearly the same name."""

import os
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

#: Names of a folder that are looked at: a lake has more than anybody means.
_MOST = 1000


def suggest_file(path: Path) -> str:
    """Return the rest of a sentence about a file that is missing; empty where none is like it."""
    if os.path.islink(path):  # noqa: PTH114 - Path raises where it may not look
        return "; it is a link to what is not there"
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, _MOST)]
    except OSError:
        return ""
    meant = get_close_matches(path.name, names, n=1, cutoff=0.7)
    return f"; there is {meant[0]!r}" if meant else ""
