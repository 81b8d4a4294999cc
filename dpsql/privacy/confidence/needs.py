"""How many others a class needs, and may have, to satisfy δ.

The *others* of a class are its people who are in P and not in T. A class with t people of T and B
others has the presence t/(t + B). It satisfies δ exactly if L ≤ B ≤ U, with

L = ⌈t (1 − δmax)/δmax⌉ and U = ⌊t (1 − δmin)/δmin⌋.

Integers of any size, never doubles: one person more or less decides.
"""

from fractions import Fraction

import numpy as np

from dpsql.privacy.confidence.arrays import UNBOUNDED, Counts


def least_others(members: Counts, maximum: Fraction) -> Counts:
    """Return L of each class, shape (K,), from its people of T, shape (K,).

    If δmax is 0, a class with people of T needs more others than there are: `UNBOUNDED`.

    >>> least_others(np.array([0, 3, 10]), Fraction(1, 20)).tolist()
    [0, 57, 190]
    """
    wanted, whole = maximum.as_integer_ratio()
    distinct, place = np.unique(members, return_inverse=True)
    found = [
        min(-(-count * (whole - wanted) // wanted), UNBOUNDED)
        if wanted
        else UNBOUNDED * (count > 0)
        for count in distinct.tolist()
    ]
    return np.array(found, dtype=np.int64)[place]


def most_others(members: Counts, minimum: Fraction) -> Counts:
    """Return U of each class, shape (K,), from its people of T, shape (K,).

    If δmin is 0, every number is allowed: `UNBOUNDED`. Above 0, a class without people of T may
    have nobody.

    >>> most_others(np.array([0, 3, 10]), Fraction(1, 4)).tolist()
    [0, 9, 30]
    """
    wanted, whole = minimum.as_integer_ratio()
    distinct, place = np.unique(members, return_inverse=True)
    found = [
        min(count * (whole - wanted) // wanted, UNBOUNDED) if wanted else UNBOUNDED
        for count in distinct.tolist()
    ]
    return np.array(found, dtype=np.int64)[place]
