"""The privacy models, each as a condition on one class, decided in whole numbers.

k-anonymity (Samarati & Sweeney 1998; Nergiz, Atzori & Clifton 2007, Definition 3), k-map (Sweeney
2002), l-diversity (Machanavajjhala et al., ICDE 2006), t-closeness (Li, Li & Venkatasubramanian,
ICDE 2007; section 5.2 of Nergiz et al. for presence as the sensitive value). A class is given by
n_P and n_T, or by how many of its rows hold each sensitive value; NULL is one. A class that
publishes no row satisfies every model but those that count people who are absent.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod

from tests.oracle.tables.table import Ladder, Value, find_height

Counts = Mapping[Value, int]
"""Sensitive value -> rows of the class, or of the whole table, that hold it."""

Distance = Callable[[Counts, Counts], Fraction]
"""How far a class is from the whole table."""


def is_k_anonymous(n_t: int, k: int) -> bool:
    """Return whether each row of T stands with k - 1 others of T."""
    return n_t == 0 or n_t >= k


def is_k_mapped(n_p: int, n_t: int, k: int) -> bool:
    """Return whether each row of T may be any of k people of P.

    The weak k-anonymity of Atzori (2006), as section 5.1 of Nergiz et al. tells it, where it asks
    nothing of classes without rows of T.
    """
    return n_t == 0 or n_p >= k


def is_distinct_diverse(counts: Counts, ell: int) -> bool:
    """Return whether the class has at least ell sensitive values."""
    ranked = _rank(counts)
    return not ranked or len(ranked) >= ell


def is_entropy_diverse(counts: Counts, ell: Fraction) -> bool:
    """Return whether -sum r/n ln(r/n) >= ln ell: prod (n/r)^r >= ell^n, rationals both."""
    ranked = _rank(counts)
    n = sum(ranked)
    return prod(Fraction(n, r) ** r for r in ranked) >= ell**n


def is_recursively_diverse(counts: Counts, c: Fraction, ell: int, strict: bool = True) -> bool:
    """Return whether r_1 < c (r_ell + ... + r_m), r_1 >= r_2 >= ... being the counts.

    Not strict is <=, as Nergiz et al. write it. With fewer than ell values the right side is 0.
    """
    ranked = _rank(counts)
    if not ranked:
        return True
    bound = c * sum(ranked[ell - 1 :])
    return ranked[0] < bound if strict else ranked[0] <= bound


def is_close(counts: Counts, table: Counts, t: Fraction, distance: Distance) -> bool:
    """Return whether the class is at most t from the whole table."""
    return not _rank(counts) or distance(counts, table) <= t


def find_equal_distance(counts: Counts, table: Counts) -> Fraction:
    """Return the earth mover's distance where all values are at distance 1: half of sum |p - q|."""
    return sum((abs(extra) for extra in _find_extras(counts, table).values()), Fraction(0)) / 2


def order_distance(values: Iterable[Value]) -> Distance:
    """Return the distance where the i-th and the j-th value are |i - j|/(m - 1) apart.

    `values` are the m distinct values of the table in their order; it is 0 where m is 1.
    """
    ordered = list(values)

    def find_distance(counts: Counts, table: Counts) -> Fraction:
        if set(table) != set(ordered):
            raise ValueError("the order and the table have different values")
        extras = _find_extras(counts, table)
        carried = [
            sum((extras[value] for value in ordered[: i + 1]), Fraction(0))
            for i in range(len(ordered))
        ]
        return sum(map(abs, carried), Fraction(0)) / max(len(ordered) - 1, 1)

    return find_distance


def hierarchy_distance(ladder: Ladder) -> Distance:
    """Return the distance where two values are (level of their lowest common label)/height apart.

    A label on level h costs h/height times what moves between its children: the lesser of what
    some of them have too much and what others have too little.
    """
    height = find_height(ladder)

    def find_distance(counts: Counts, table: Counts) -> Fraction:
        if not set(table) <= set(ladder):
            raise ValueError("a value of the table has no place in the hierarchy")
        extras = _find_extras(counts, table)
        cost = Fraction(0)
        for level in range(1, height + 1):
            children: dict[Value, dict[Value, Fraction]] = {}
            for leaf, labels in ladder.items():
                below = children.setdefault(labels[level], {})
                label = labels[level - 1]
                below[label] = below.get(label, Fraction(0)) + extras.get(leaf, Fraction(0))
            for below in children.values():
                surplus = sum((extra for extra in below.values() if extra > 0), Fraction(0))
                lack = -sum((extra for extra in below.values() if extra < 0), Fraction(0))
                cost += Fraction(level, height) * min(surplus, lack)
        return cost

    return find_distance


def count_presence(n_p: int, n_t: int) -> Counts:
    """Return the people of a class of P by whether they are in T: presence as sensitive value."""
    return {True: n_t, False: n_p - n_t}


def satisfies_equation_1(n_p: int, n_t: int, c: Fraction) -> bool:
    """Return whether 1/c <= n_1/n_0 <= c: (c, 2)-diversity of presence (section 5.2).

    A class that is all of T, or holds none, fails for every c.
    """
    n_1, n_0 = n_t, n_p - n_t
    return n_0 <= c * n_1 and n_1 <= c * n_0


def satisfies_equation_2(n_p: int, n_t: int, delta: tuple[Fraction, Fraction]) -> bool:
    """Return whether a_1/(b_1 - a_1) <= n_1/n_0 <= a_2/(b_2 - a_2), delta being (a_1/b_1, a_2/b_2).

    Section 5.2; this is delta-presence of the class. A denominator of 0 is an infinite bound.
    """
    n_1, n_0 = n_t, n_p - n_t
    low, high = delta
    return (
        low.numerator * n_0 <= n_1 * (low.denominator - low.numerator)
        and n_1 * (high.denominator - high.numerator) <= high.numerator * n_0
    )


def _rank(counts: Counts) -> list[int]:
    """Return r_1 >= r_2 >= ... >= r_m, those of 0 left out."""
    return sorted((count for count in counts.values() if count), reverse=True)


def _find_extras(counts: Counts, table: Counts) -> dict[Value, Fraction]:
    """Return p - q for each value of the table: its share of the class less that of the table."""
    if not {value for value, count in counts.items() if count} <= set(table):
        raise ValueError("the class has a value that the table has not")
    n, size = sum(counts.values()), sum(table.values())
    return {
        value: Fraction(counts.get(value, 0), n) - Fraction(count, size)
        for value, count in table.items()
    }
