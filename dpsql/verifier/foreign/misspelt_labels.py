"""Says which labels of the hierarchy are meant by cells of a foreign release that are like them.

The cells themselves are not told: one that P does not have could be a value of T.
"""

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from itertools import islice

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.names import find_written
from dpsql.domain.plurals import join_names

#: Least similarity of a label: a letter or two of eight may differ.
_ALIKE = 0.75
#: Cells and labels that are compared, and labels that are named.
_MOST_CELLS, _MOST_LABELS, _MOST_NAMED = 200, 2000, 3


def tell_misspelt(cells: Iterable[Leaf], labels: Collection[str]) -> str:
    """Return the rest of a sentence about cells without a meaning; empty if no label is like one.

    Numbers are like many others, and are not compared.

    >>> tell_misspelt(["Eurpoe", "n. america", "47"], ["Europe", "N. America", "48"])
    "; some are like the labels 'Europe' and 'N. America': write them so"
    >>> tell_misspelt(["Mars"], ["Europe"]), tell_misspelt([" Europe"], ["Europe"])
    ('', "; some are like the label 'Europe': write it so")
    """
    known = [label for label in islice(labels, _MOST_LABELS) if _has_letters(label)]
    written = (cell for cell in cells if cell is not None and _has_letters(cell))
    meant: dict[str, None] = {}
    for cell in islice(written, _MOST_CELLS):
        same = find_written(cell.strip(), known)
        found = same or get_close_matches(cell, known, n=1, cutoff=_ALIKE)
        meant |= dict.fromkeys(found[:1])
    named = [repr(label) for label in meant][:_MOST_NAMED]
    if not named:
        return ""
    noun, them = ("label", "it") if len(named) == 1 else ("labels", "them")
    return f"; some are like the {noun} {join_names(named)}: write {them} so"


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))
