"""Presence where boxes overlap, as relaxed Mondrian and labels of parts let them.

There presence is no ratio of counts; Nergiz, Atzori & Clifton 2007, section 5.2, leaves it open.
Two readings, which agree where no person lies in two boxes: every way to give each published row a
person of its own is equally likely (assignments), or every set of people that can be given to the
rows is (sets). By enumeration, so for a handful of people only.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

People = frozenset[int]
"""The people, numbered from 0, who match one published row."""


def list_assignments(rows: Sequence[People], people: int) -> list[tuple[int, ...]]:
    """Return every choice of different people for the rows, each matching its row."""
    return [
        chosen
        for chosen in permutations(range(people), len(rows))
        if all(person in row for person, row in zip(chosen, rows, strict=True))
    ]


def find_presence_by_assignments(rows: Sequence[People], people: int) -> list[Fraction]:
    """Return for each person the share of assignments that use them.

    Raises ValueError where there is none: such rows are no generalization of a part of P.
    """
    return _find_shares([frozenset(each) for each in list_assignments(rows, people)], people)


def find_presence_by_sets(rows: Sequence[People], people: int) -> list[Fraction]:
    """Return for each person the share of the assignable sets that hold them."""
    assignable = {frozenset(each) for each in list_assignments(rows, people)}
    return _find_shares(list(assignable), people)


def _find_shares(choices: list[People], people: int) -> list[Fraction]:
    if not choices:
        raise ValueError("no people match the rows one to one")
    return [
        Fraction(sum(person in choice for choice in choices), len(choices))
        for person in range(people)
    ]
