"""How many people of P a released row could be, as anyone counts it who has P and the release."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from dpsql.domain.found.risks import REPORTED, find_least_people


@dataclass(frozen=True)
class PeopleOfRows:
    """People of P in the class of a row: every row has at least `least`, half of them `usual`.

    `few`: the rows, of all `rows`, in classes of fewer people than the threshold of reports asks.
    `people`: of P, in classes with rows; all others are known not to be in T.
    """

    least: int
    usual: int
    rows: int
    few: int
    people: int


def find_people_of_rows(classes: Iterable[tuple[int, int, int]]) -> PeopleOfRows | None:
    """Return it from people of P, rows, and how many classes have so many; None without rows.

    >>> find_people_of_rows([(9, 0, 1), (5, 1, 1), (20, 2, 1), (6, 1, 2)])
    PeopleOfRows(least=5, usual=6, rows=5, few=3, people=37)
    """
    held = sorted((people, rows * number, number) for people, rows, number in classes if rows)
    total = sum(rows for _, rows, _ in held)
    counted = accumulate(rows for _, rows, _ in held)
    usual = [one[0] for one, rows in zip(held, counted, strict=True) if 2 * rows > total]
    few = sum(rows for people, rows, _ in held if people < find_least_people(REPORTED))
    people = sum(people * number for people, _, number in held)
    return PeopleOfRows(held[0][0], usual[0], total, few, people) if held else None
