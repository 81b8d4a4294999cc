"""Presence in boxes of which any two are nested or share nobody.

From the innermost box outwards: a person whom no row of an inner box took is as likely as the other
free ones to be taken by a row of the next. With t rows of a box of N people, and s rows of boxes
inside of it, π becomes π + (1 − π) · t/(N − s).

Proof. Given who is taken inside, all sets of t of the N − s free people are equally likely for the
rows of the box, whatever happened inside: that number is the same for every way to fill the inner
boxes. So a free person is taken with t/(N − s), independently of how the inner boxes were filled.
"""

from fractions import Fraction
from itertools import pairwise

from dpsql.privacy.overlap.boxes import Overlap


def find_presences(overlap: Overlap) -> list[Fraction] | None:
    """Return the presence of the people of each type; None if boxes overlap without nesting."""
    sets = {box: frozenset(found) for box, found in overlap.covers.items()}
    rows: dict[frozenset[int], int] = {}
    for box, found in sets.items():
        rows[found] = rows.get(found, 0) + overlap.rows[box]
    chains = []
    for one in overlap.types:
        chain = sorted({sets[box] for box in one.boxes}, key=len)
        if any(not inner < outer for inner, outer in pairwise(chain)):
            return None
        chains.append(chain)
    people = {found: sum(overlap.types[number].people for number in found) for found in rows}
    inside = {found: sum(count for other, count in rows.items() if other < found) for found in rows}
    presences = []
    for chain in chains:
        presence = Fraction(0)
        for found in chain:
            presence += (1 - presence) * Fraction(rows[found], people[found] - inside[found])
        presences.append(presence)
    return presences
