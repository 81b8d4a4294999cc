"""How far a release moves the distribution of a column, or of a pair of columns.

The **shift** is the total variation between T's own distribution and the rows of labels spread
evenly (`utility.meanings`): half the sum of the differences, from 0 (every value is as frequent as
in T) to 1. It is 0 at raw values. Two columns of one loss can have very different shifts:
suppressing a column whose values are equally frequent moves nothing.
"""

from collections import Counter
from fractions import Fraction

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.utility.meanings import Floats, Meanings, spread_exactly


def find_shift(meanings: Meanings, own: Counter[Leaf], released: Counter[Leaf]) -> Fraction:
    """Return the exact shift of a column from its rows of T by value and by label."""
    spread, unit = spread_exactly(meanings, released)
    pairs = zip(meanings.values, spread, strict=True)
    # What some values lack is what others have too much.
    lacking = sum(max(0, own[leaf] * unit - parts) for leaf, parts in pairs)
    return Fraction(lacking, unit * own.total())


def find_pair_shift(own: Floats, spread: Floats) -> float:
    """Return the shift of a pair of columns from both tables, which have equal sums."""
    return float(abs(own - spread).sum() / 2 / own.sum())
