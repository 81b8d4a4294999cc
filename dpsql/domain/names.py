"""What to say after a name that is not known: the one that was meant, or those there are.

Only for names that may be shown: the first row of a CSV without a header passes for its names, so
the names of T are not listed.
"""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST_LISTED = 20
#: Two letters exchanged in a word of three are alike, income and name are not.
_ALIKE = 0.65


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the rest of a sentence about `name`; empty where nothing is known.

    >>> suggest("Zip", ["zip", "age"]), suggest("town", ["zip", "age"])
    ("; it has 'zip'", "; there are 'zip', 'age'")
    """
    names = list(known)
    if meant := find_same(name, names) or get_close_matches(name, names, n=1, cutoff=_ALIKE):
        return f"; it has {meant[0]!r}"
    if not names:
        return ""
    listed = ", ".join(map(repr, names[:_MOST_LISTED]))
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return f"; there are {listed}{more}"


def find_same(name: str, known: Iterable[str]) -> list[str]:
    """Find the names that differ from `name` in case only."""
    return [other for other in known if other.casefold() == name.casefold()]
