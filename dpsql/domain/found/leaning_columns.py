"""Columns that alone tell much of who is in T: most people of P with some of their values are in T.

A flag need not decide who is in T, nor be certain for anybody, to tell more than a release may: of
all people one in ten is in T, and of those with the flag nine in ten. Most is at least half way
from |T|/|P| to certainty. This is said to the data holder only: it depends on T.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log

from dpsql.domain.found.telling_columns import FEWEST, Parts, tell_counted
from dpsql.domain.plurals import join_names

_KNOWS = "who knows them knows much of that"
#: The logarithm of how improbable it is that most people of a value are in T by chance.
_CHANCE = 9 * log(10)
#: Of T's rows, the share from which on it is told of.
SIZEABLE = Fraction(1, 5)


@dataclass(frozen=True)
class LeaningColumn:
    """A column, how many rows of T have values that most people with are in T, and those people.

    `most`: what is most; None where no values are counted. `by_limit`: what is counted lies below,
    or above, one limit.
    """

    name: str
    rows: int
    people: int
    most: "Most | None" = None
    by_limit: bool = False

    def tell(self) -> str:
        """Say what the column tells, where its name stands already.

        >>> LeaningColumn("flag", 90, 100).tell()
        '90 of the 100 people of P with some of its values are in T: who knows them knows much of\
 that'
        """
        return (
            f"{self.rows:,} of the {self.people:,} people of P with some of its values are in T:"
            f" {_KNOWS}{self.tell_counted()}"
        )

    def tell_counted(self) -> str:
        """Say which values are counted; empty where none are."""
        if self.most is None:
            return ""
        return tell_counted(self.most.least, self.most.percent, by_limit=self.by_limit)


def tell_leaning(columns: Sequence[LeaningColumn]) -> Iterator[str]:
    """Yield what columns tell; of several of which the same is counted, in one line.

    >>> list(tell_leaning([LeaningColumn("a", 532, 594), LeaningColumn("b", 39, 43)]))
    ['a (532 of 594 people) and b (39 of 43): so many of the people of P with some values of\
 each are in T: who knows them knows much of that']
    >>> next(tell_leaning([LeaningColumn("a", 90, 100)])).partition(" people")[0]
    'a: 90 of the 100'
    """
    alike: dict[str, list[LeaningColumn]] = {}
    for one in columns:
        alike.setdefault(one.tell_counted(), []).append(one)
    for counted, (first, *others) in alike.items():
        if not others:
            yield f"{first.name}: {first.tell()}"
            continue
        named = [f"{first.name} ({first.rows:,} of {first.people:,} people)"]
        named += [f"{one.name} ({one.rows:,} of {one.people:,})" for one in others]
        yield (
            f"{join_names(named)}: so many of the people of P with some values of each are in T:"
            f" {_KNOWS}{counted}"
        )


@dataclass(frozen=True)
class Most:
    """How many percent of a value's people are most, and how many people make that no chance."""

    percent: int
    least: int


def find_most(public_rows: int, private_rows: int) -> Most:
    """Return what is most: half way from |T|/|P| to certainty, and that by no chance.

    By Chernoff's bound of a binomial distribution. T is some people of P, and not all.

    >>> find_most(100, 10), find_most(100, 50)
    (Most(percent=55, least=34), Most(percent=75, least=159))
    """
    share = private_rows / public_rows
    percent = ceil(50 * (1 + Fraction(private_rows, public_rows)))
    most = percent / 100
    apart = most * log(most / share) + (1 - most) * log((1 - most) / (1 - share))
    return Most(percent, max(ceil(_CHANCE / apart), FEWEST))


def count_leaning(parts: Parts, most: Most) -> tuple[int, int]:
    """Count T's rows and P's people in parts that most of are in T.

    >>> count_leaning(((100, 80), (100, 20), (9, 9)), Most(55, 34))
    (80, 100)
    """
    large = [(t, p) for p, t in parts if p >= most.least and 100 * t >= most.percent * p]
    return sum(t for t, _ in large), sum(p for _, p in large)
