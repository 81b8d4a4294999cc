"""How many people of P a released row could be, as anyone counts it who has P and the release."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from dpsql.domain.found.risks import REPORTED, find_least_people


@dataclass(frozen=True)
class PeopleOfRows:
    """People of P in the class of a row: every row has at least `least`, half of them `usual`.

    `few`: the rows, of all `rows`, in classes of fewer people than the threshold of reports asks.
    """

    least: int
    usual: int
    rows: int
    few: int


def find_people_of_rows(classes: Iterable[tuple[int, int]]) -> PeopleOfRows | None:
    """Return it from the people of P and the released rows of classes; None without rows.

    >>> find_people_of_rows([(9, 0), (5, 1), (20, 2), (6, 2)])
    PeopleOfRows(least=5, usual=6, rows=5, few=3)
    """
    held = sorted((people, rows) for people, rows in classes if rows)
    total = sum(rows for _, rows in held)
    counted = accumulate(rows for _, rows in held)
    usual = [people for (people, _), rows in zip(held, counted, strict=True) if 2 * rows > total]
    few = sum(rows for people, rows in held if people < find_least_people(REPORTED))
    return PeopleOfRows(held[0][0], usual[0], total, few) if held else None
