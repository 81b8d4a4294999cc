"""What the rows of a release have in one quasi-identifier, as anyone counts it in the file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.column_weights import mean_of_columns
from dpsql.domain.levels.hierarchy import Leaf


@dataclass(frozen=True)
class ReleasedColumn:
    """The `cells` of a release in a quasi-identifier, those of most rows first, with their rows.

    `single_rows`: the rows whose cell stands for one value. `loss`: the mean over the rows; None if
    it is not known what a cell stands for.
    """

    cells: Sequence[tuple[Leaf, int]]
    single_rows: int
    loss: Fraction | None

    @property
    def rows(self) -> int:
        """The rows of the release."""
        return sum(rows for _, rows in self.cells)


def describe_released(
    cells: Iterable[tuple[Leaf, int]], lost: Mapping[Leaf, Fraction | None]
) -> ReleasedColumn:
    """Describe a column; `lost`: the share of the values that a cell stands for beyond one.

    >>> lost = {"20": Fraction(0), "[20, 30)": Fraction(1, 4)}
    >>> found = describe_released([("20", 1), ("[20, 30)", 3)], lost)
    >>> found.cells[0], found.single_rows, found.loss
    (('[20, 30)', 3), 1, Fraction(3, 16))
    >>> describe_released([("20", 1), ("?", 1)], lost).loss is None
    True
    """
    counted = sorted(cells, key=lambda one: (-one[1], one[0] is None, one[0] or ""))
    shares = [(lost.get(cell), rows) for cell, rows in counted]
    known = [(share, rows) for share, rows in shares if share is not None]
    rows = sum(rows for _, rows in counted)
    whole = sum((share * rows for share, rows in known), Fraction(0))
    is_known = rows and len(known) == len(counted)
    return ReleasedColumn(
        counted,
        sum(rows for share, rows in known if not share),
        whole / rows if is_known else None,
    )


def mean_loss(columns: Sequence[ReleasedColumn], weights: Sequence[int] = ()) -> Fraction | None:
    """Return the loss of a release: the mean over its columns; None if that of one is not known."""
    losses = [one.loss for one in columns if one.loss is not None]
    return mean_of_columns(losses, weights) if columns and len(losses) == len(columns) else None
