"""Kept columns whose values go with those of a public column, in one direction or both.

A height in meters that names a mountain undoes whatever level the mountain has; a region that
follows from a zip says more of the zip than its label may. Equal values need no such count:
`kept_columns` looks for them first.
"""

from dataclasses import dataclass
from typing import Any

#: Rows that contradict a link, out of as many as would without any link.
_CONTRADICTING, _OF_SO_MANY = 1, 20
#: So many rows would contradict it without a link; that none does has a chance of e⁻¹⁴.
_LEAST_EXPECTED = 14


@dataclass(frozen=True)
class Side:
    """The values of one column of a pair, in the rows that have a value in both.

    `most`: the rows of its most frequent value. `agreeing`: the rows whose value in the other
    column is the most frequent one beside their value in this one.
    """

    values: int
    most: int
    agreeing: int


@dataclass(frozen=True)
class Link:
    """A kept column and a public one, and how their values go together in `rows` rows of T."""

    kept: str
    public: str
    rows: int
    of_kept: Side
    of_public: Side

    @property
    def tells(self) -> bool:
        """Whether each value of the kept column goes with one value of the public one.

        >>> both = Side(4, 30, 100)
        >>> Link("meters", "peak", 100, both, both).tells
        True
        >>> Link("outcome", "peak", 100, Side(2, 60, 45), Side(4, 30, 70)).tells
        False
        """
        return self._goes_with(self.of_kept, self.of_public)

    @property
    def follows(self) -> bool:
        """Whether each value of the public column goes with one value of the kept one.

        >>> Link("region", "zip", 100, Side(2, 60, 45), Side(20, 9, 100)).follows
        True
        """
        return self._goes_with(self.of_public, self.of_kept)

    @property
    def may_hold(self) -> bool:
        """Whether no more rows contradict it, in one direction, than a link may have."""
        return self._is_uncontradicted(self.of_kept, self.of_public) or self._is_uncontradicted(
            self.of_public, self.of_kept
        )

    def _is_uncontradicted(self, given: Side, found: Side) -> bool:
        contradicting = self.rows - given.agreeing
        expected = (self.rows - given.values) * (self.rows - found.most)
        return _OF_SO_MANY * contradicting * self.rows <= _CONTRADICTING * expected

    def _goes_with(self, given: Side, found: Side) -> bool:
        """Whether a value of one column gives that of the other, and not by chance.

        The first row of each value agrees with itself; of the others, as many as have not the most
        frequent value would contradict if the columns had nothing to do with each other. Rare
        values agree by chance, but hardly in so many rows.
        """
        expected = (self.rows - given.values) * (self.rows - found.most)
        is_enough = expected >= _LEAST_EXPECTED * self.rows
        return self.rows > 0 and is_enough and self._is_uncontradicted(given, found)

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {"tells_column" if self.tells else "follows_from_column": self.public}


def choose_link(links: list[Link]) -> Link | None:
    """Return the link that says most: one that tells a column, of the most values; or None.

    >>> both, flag = Side(4, 30, 100), Side(2, 60, 100)
    >>> choose_link([Link("a", "sex", 100, both, flag), Link("a", "peak", 100, both, both)]).public
    'peak'
    """
    telling = [one for one in links if one.tells]
    following = [one for one in links if one.follows]
    chosen = telling or following
    return max(chosen, key=lambda one: one.of_public.values) if chosen else None
