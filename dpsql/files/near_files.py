"""Suggests a file for a path that does not exist: one beside it with a similar name."""

import os
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

#: How many names of a folder are compared; the folder of a lake table may have very many.
_MOST = 1000


def suggest_file(path: Path) -> str:
    """Return the end of an error message about a missing file; empty without a suggestion."""
    if os.path.islink(path):  # noqa: PTH114 - Path raises where it may not look
        return "; it is a link to what is not there"
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, _MOST)]
    except OSError:
        return ""
    meant = get_close_matches(path.name, names, n=1, cutoff=0.7)
    return f"; there is {meant[0]!r}" if meant else ""
