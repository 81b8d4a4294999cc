"""What published counts and their totals tell of each group of P: the difference attack.

A group is the people of P with the same values; a total is a group with `TOTAL` in place of some. A
total has as many people of T as its parts together. So each part has at most what the total can
have less what the others have at least, and the reverse. These bounds are applied until none
changes. They are the best possible if each group is part of one total only, directly: then the
equations form a tree, and each value inside of the bounds can be completed to a table. Otherwise
`integer_bounds` may narrow them further.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.errors import InputError
from dpsql.privacy.small_counts.rule import Interval


class Total(Enum):
    """Stands for all values of a column."""

    ALL = "all"


TOTAL = Total.ALL
Group = tuple[Leaf | Total, ...]
#: Columns, by their numbers, that a total sums over.
Pattern = frozenset[int]
#: Bounds that cross in many totals may take as many rounds as a count has units.
_MOST_ROUNDS = 200


@dataclass(frozen=True)
class Equation:
    """A total has as many people of T as its parts together."""

    total: Group
    parts: tuple[Group, ...]


@dataclass(frozen=True)
class GroupBounds:
    """A group of P: its people, those in T by its own published count, and by all of them."""

    group: Group
    people: int
    alone: Interval
    together: Interval

    @property
    def least_presence(self) -> Fraction:
        """The least presence that is possible."""
        return Fraction(self.together.least, self.people)

    @property
    def greatest_presence(self) -> Fraction:
        """The greatest presence that is possible."""
        return Fraction(self.together.greatest, self.people)

    @property
    def is_narrowed(self) -> bool:
        """Whether totals tell more than the group's own count."""
        return self.alone != self.together

    @property
    def is_revealed(self) -> bool:
        """Whether totals tell the count, which the group's own does not."""
        return self.together.is_exact and not self.alone.is_exact


class PublishedTable:
    """Groups of P with their people, and the counts that were published of some of them.

    `people`: by all values; `published`: by values or totals. A group that was not published has a
    count in `hidden`.
    """

    def __init__(
        self, people: Mapping[Group, int], published: Mapping[Group, Interval], hidden: Interval
    ) -> None:
        self._patterns = {_find_pattern(group) for group in published} | {frozenset[int]()}
        leaves = dict(people)
        for group in published:
            if not _find_pattern(group):
                leaves.setdefault(group, 0)
        self.people: dict[Group, int] = {}
        self.alone: dict[Group, Interval] = {}
        for pattern in self._patterns:
            for group, number in leaves.items():
                total = _sum_over(group, pattern)
                self.people[total] = self.people.get(total, 0) + number
        for group, number in self.people.items():
            nobody_more = Interval(0, number)
            told = published.get(group, nobody_more if _find_pattern(group) else hidden)
            self.alone[group] = told.meet(nobody_more)
        _refuse_contradictions(self.alone, "its people of P")
        for group in published:
            if group not in self.people:
                raise InputError(f"{write_group(group)}: P has nobody there")
        self.leaves = [group for group in self.people if not _find_pattern(group)]
        self.equations = list(self._list_equations())

    @property
    def is_tree(self) -> bool:
        """Whether the bounds that follow from one equation after the other are the best."""
        ordered = sorted(self._patterns, key=len)
        return all(finer < coarser for finer, coarser in pairwise(ordered))

    def narrow(self) -> dict[Group, Interval]:
        """Return the bounds of each group, by its own count and those of totals and parts.

        Raises:
            InputError: the published counts contradict each other.
        """
        found = dict(self.alone)
        for _ in range(_MOST_ROUNDS):
            before = dict(found)
            for equation in self.equations:
                _apply(found, equation)
            _refuse_contradictions(found, "its totals and parts")
            if found == before:
                break
        return found

    def describe(self, bounds: Mapping[Group, Interval]) -> list[GroupBounds]:
        """Return the groups with people, greatest possible presence first."""
        groups = [
            GroupBounds(group, self.people[group], self.alone[group], bounds[group])
            for group in self.leaves
            if self.people[group]
        ]
        return sorted(groups, key=lambda one: (-one.greatest_presence, write_group(one.group)))

    def _list_equations(self) -> Iterator[Equation]:
        """Yield what each total is the sum of: the next finer groups that were published."""
        for pattern in self._patterns:
            finer = [one for one in self._patterns if one < pattern]
            for next_finer in finer:
                if any(next_finer < other for other in finer):
                    continue
                parts: dict[Group, list[Group]] = {}
                for group in self.people:
                    if _find_pattern(group) == next_finer:
                        parts.setdefault(_sum_over(group, pattern), []).append(group)
                for total, listed in parts.items():
                    yield Equation(total, tuple(listed))


def write_group(group: Iterable[Leaf | Total]) -> str:
    """Return the values of a group as text."""
    return ", ".join(
        "all" if one is TOTAL else "NULL" if one is None else str(one) for one in group
    )


def _find_pattern(group: Group) -> Pattern:
    return frozenset(j for j, value in enumerate(group) if value is TOTAL)


def _sum_over(group: Group, pattern: Pattern) -> Group:
    return tuple(TOTAL if j in pattern else value for j, value in enumerate(group))


def _apply(bounds: dict[Group, Interval], equation: Equation) -> None:
    """Narrow the bounds of a total by those of its parts, then the parts by the total."""
    least = sum(bounds[part].least for part in equation.parts)
    greatest = sum(bounds[part].greatest for part in equation.parts)
    total = bounds[equation.total].meet(Interval(least, greatest))
    bounds[equation.total] = total
    for part in equation.parts:
        own = bounds[part]
        others = Interval(least - own.least, greatest - own.greatest)
        bounds[part] = own.meet(
            Interval(total.least - others.greatest, total.greatest - others.least)
        )


def _refuse_contradictions(bounds: Mapping[Group, Interval], others: str) -> None:
    for group, interval in bounds.items():
        if interval.least > interval.greatest:
            raise InputError(
                f"{write_group(group)}: the published count contradicts {others}; do both tables"
                " count the same people, and is the rule the one that was applied?"
            )
