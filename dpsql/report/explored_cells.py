"""What rows get in a column, in words: levels "a to b", and the labels or ranges that most have."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.found.explored import ColumnCells, ExploredPoint
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.sentences import as_label


@dataclass(frozen=True)
class ToldCells:
    """The levels of a column in words, what becomes of a value, and what else there is to say.

    `parts`: labels or ranges with their share of the rows; `value` is the example they stand for,
    empty for ranges. `lead`: said before them.
    """

    levels: str
    value: str
    lead: str
    parts: tuple[tuple[str, str], ...]


def tell_cells(cells: ColumnCells, labels: Sequence[Leaf]) -> ToldCells:
    """Say what rows get; `labels`: those of a value on all levels, none where no value is known.

    >>> told = tell_cells(ColumnCells({0: 1, 1: 3}, rows=4), ("1989-10-02", "1989", "*"))
    >>> told.levels, told.parts[0][0], told.parts[1][0]
    ('0 to 1', '1989-10-02', '1989')
    """
    if cells.by_level:
        parts = _list_labels(cells, labels) if labels else ()
        return ToldCells(name_levels(cells), as_label(labels[0]) if labels else "", "", parts)
    leads = [
        f"{write_share(rows, cells.rows)} {told}"
        for rows, told in ((cells.exact, "keep the value"), (cells.whole, "have the whole range"))
        if rows
    ]
    ranges = tuple((as_label(one), write_share(rows, cells.rows)) for one, rows in cells.ranges)
    if ranges and leads:
        leads.append("others get ranges, such as")
    elif sum(rows for _, rows in cells.ranges) < cells.rows and ranges:
        leads.append("ranges, such as")
    return ToldCells("", "", "; ".join(leads), ranges)


def _list_labels(cells: ColumnCells, labels: Sequence[Leaf]) -> tuple[tuple[str, str], ...]:
    """The labels of a value, the finest first; one that stands on several levels is one.

    None is left out: the one of the fewest rows may be the label for everybody.

    >>> found = _list_labels(ColumnCells({0: 1, 1: 3, 2: 12}, rows=16), ("White", "White", "*"))
    >>> [(label, share.replace(chr(160), " ")) for label, share in found]
    [('White', '25 %'), ('*', '75 %')]
    """
    rows = Counter[str]()
    for level, number in sorted(cells.by_level.items()):
        rows[as_label(labels[level])] += number
    return tuple((label, write_share(number, cells.rows)) for label, number in rows.items())


def name_levels(cells: ColumnCells) -> str:
    """Return the finest and the coarsest level that rows have."""
    finest, coarsest = min(cells.by_level), max(cells.by_level)
    return str(finest) if finest == coarsest else f"{finest} to {coarsest}"


def name_level_of(point: ExploredPoint, name: str) -> str:
    """Return the levels that rows have in a column; empty if the release has none."""
    cells = point.cells.get(name)
    if cells is not None:
        return name_levels(cells) if cells.by_level else ""
    return str(point.levels[name]) if point.levels else ""


def write_share(rows: int, of: int) -> str:
    r"""Return a share as whole percents, for reading only.

    >>> write_share(1, 3), write_share(1, 999), write_share(998, 999), write_share(4, 4)
    ('33\xa0%', '<1\xa0%', '>99\xa0%', '100\xa0%')
    """
    if rows == of:
        return "100\u00a0%"
    percent = round(100 * rows / of)
    return f"{'<1' if percent < 1 else '>99' if percent > 99 else percent}\u00a0%"
