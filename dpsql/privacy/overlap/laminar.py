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
    # Boxes around the same people have one set: sets are compared by identity below.
    known: dict[frozenset[int], frozenset[int]] = {}
    sets = {}
    for box, covered in overlap.covers.items():
        found = frozenset(covered)
        sets[box] = known.setdefault(found, found)
    rows: dict[frozenset[int], int] = {}
    around: dict[frozenset[int], frozenset[int]] = {}
    for box, found in sets.items():
        rows[found] = rows.get(found, 0) + overlap.rows[box]
    chains = []
    for one in overlap.types:
        chain = sorted({sets[box] for box in one.boxes}, key=len)
        for inner, outer in pairwise(chain):
            if inner not in around and inner < outer:
                around[inner] = outer
            if around.get(inner) is not outer:
                return None
        chains.append(chain)
    people = {found: sum(overlap.types[number].people for number in found) for found in rows}
    inside = dict.fromkeys(rows, 0)
    for found in sorted(around, key=len):
        inside[around[found]] += inside[found] + rows[found]
    presences = []
    for chain in chains:
        presence = Fraction(0)
        for found in chain:
            presence += (1 - presence) * Fraction(rows[found], people[found] - inside[found])
        presences.append(presence)
    return presences
