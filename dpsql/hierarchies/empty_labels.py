"""Finds cells of a hierarchy file without a label, which are read as NULL.

The row of the leaf NULL may have some: it stays NULL up to the root. Above any other leaf, whoever
reads the release takes such a label for a missing value.
"""

from collections.abc import Iterable, Iterator, Sequence

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import name_count

#: The line and the column of a cell, from 1.
Cell = tuple[int, int]


def note_empty_labels(
    rows: Iterable[tuple[int, tuple[Leaf, ...]]], cells: list[Cell]
) -> Iterator[tuple[int, tuple[Leaf, ...]]]:
    """Yield numbered rows, and note the cells without a label that are above another leaf.

    >>> cells = []
    >>> _ = [*note_empty_labels([(1, ("30", None, "*")), (2, (None, None, "*"))], cells)]
    >>> cells
    [(1, 2)]
    """
    for line, row in rows:
        if row and row[0] is not None:
            cells += [(line, number) for number, label in enumerate(row, 1) if label is None]
        yield line, row


def tell_empty_labels(cells: Sequence[Cell]) -> str:
    """Say where the first of these cells is, and what may be written there.

    >>> print(tell_empty_labels([(2, 2)]))
    line 2, column 2: the label is empty, which is NULL, and a release shows it as a missing value;\
 write a label
    >>> print(tell_empty_labels([(2, 2), (5, 2), (6, 2)])[-20:])
    a label (in 3 cells)
    """
    line, number = cells[0]
    more = f" (in {name_count(len(cells), 'cell')})" if len(cells) > 1 else ""
    return (
        f"line {line}, column {number}: the label is empty, which is NULL, and a release shows it"
        f" as a missing value; write a label{more}"
    )
