"""Exact presence by counting assignments: a state is how many people of each type are taken.

Boxes are filled one after the other, and within a box type by type. x rows of a box take x of the
free people of a type in C(rows left, x) · free · (free − 1) · … ways. All counts are whole numbers.
"""

from fractions import Fraction
from math import comb, perm, prod

from dpsql.privacy.overlap.boxes import Overlap

#: The most states, and the most steps between them, some microseconds each.
MOST_STATES, MOST_STEPS = 1_000_000, 2_000_000
_State = tuple[int, ...]


def find_presences(overlap: Overlap, most_steps: int = MOST_STEPS) -> list[Fraction] | None:
    """Return the presence of the people of each type; None if the states are too many."""
    people = [one.people for one in overlap.types]
    if prod(n + 1 for n in people) > MOST_STATES:
        return None
    ways: dict[_State, int] = {(0,) * len(people): 1}
    steps = 0
    for box, rows in overlap.rows.items():
        filling: dict[tuple[int, _State], int] = {(rows, taken): n for taken, n in ways.items()}
        for number in overlap.covers[box]:
            filled: dict[tuple[int, _State], int] = {}
            for (left, taken), before in filling.items():
                free = people[number] - taken[number]
                for more in range(min(left, free) + 1):
                    steps += 1
                    if steps > most_steps:
                        return None
                    after = (*taken[:number], taken[number] + more, *taken[number + 1 :])
                    key = left - more, after
                    added = before * comb(left, more) * perm(free, more)
                    filled[key] = filled.get(key, 0) + added
            filling = filled
        ways = {taken: n for (left, taken), n in filling.items() if not left}
    total = sum(ways.values())
    return [
        Fraction(sum(n * taken[number] for taken, n in ways.items()), total * count)
        for number, count in enumerate(people)
    ]
