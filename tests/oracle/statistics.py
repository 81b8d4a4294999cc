"""P known from statistics: people one by one, shares and probabilities as exact fractions.

Non-members are drawn one by one from the shares (specs of confident presence, model M1): the number
of them in a class is binomial. The criterion adds the probabilities that classes violate delta.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from tests.oracle.instance import Instance
from tests.oracle.table import Node, Row, generalize

Delta = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Statistics:
    """`blocks` of columns, each with the weight of each tuple of its values; `size` people of P."""

    size: int
    blocks: tuple[tuple[int, ...], ...]
    weights: tuple[dict[Row, int], ...]
    members_included: bool = True


@dataclass(frozen=True)
class Class:
    """People of T in a class, and its share of P."""

    private: int
    share: Fraction


def list_classes(instance: Instance, statistics: Statistics, node: Node) -> list[Class]:
    """Return the classes of T at a node with the share that the statistics give to their labels."""
    counts = Counter(generalize(row, instance.ladders, node) for row in instance.private)
    found = []
    for labels, private in counts.items():
        share = Fraction(1)
        for columns, weights in zip(statistics.blocks, statistics.weights, strict=True):
            under = sum(
                weight
                for values, weight in weights.items()
                if all(
                    instance.ladders[column][value][node[column]] == labels[column]
                    for column, value in zip(columns, values, strict=True)
                )
            )
            share *= Fraction(under, sum(weights.values()))
        found.append(Class(private, share))
    return found


def find_violation(one: Class, statistics: Statistics, private_rows: int, delta: Delta) -> Fraction:
    """Return the probability that a class violates delta; 1 if T contradicts the statistics."""
    others, share = statistics.size - private_rows, one.share
    if statistics.members_included:
        left = statistics.size * share - one.private
        if left < 0 or left > others:
            return Fraction(1)
        share = left / others if others else Fraction(0)
    return 1 - sum(
        (
            _probability(number, others, share)
            for number in range(others + 1)
            if delta[0] * (one.private + number) <= one.private <= delta[1] * (one.private + number)
        ),
        Fraction(0),
    )


@cache
def _probability(number: int, others: int, share: Fraction) -> Fraction:
    return comb(others, number) * share**number * (1 - share) ** (others - number)


def sum_violations(
    classes: Sequence[Class], statistics: Statistics, private_rows: int, delta: Delta
) -> Fraction:
    """Return the sum over the classes, and over everything that T does not have if delta has a min.

    Of what T does not have nobody may exist: one event.
    """
    total = sum(
        (find_violation(one, statistics, private_rows, delta) for one in classes), Fraction(0)
    )
    if delta[0]:
        rest = 1 - sum((one.share for one in classes), Fraction(0))
        total += find_violation(Class(0, rest), statistics, private_rows, delta)
    return total


def find_delta(
    classes: Sequence[Class],
    statistics: Statistics,
    private_rows: int,
    asked: Fraction,
    least: Fraction,
) -> Fraction | None:
    """Return the least greatest presence that holds with the confidence, by trying every one."""
    others = statistics.size - private_rows
    tried = {
        Fraction(one.private, one.private + number)
        for one in classes
        for number in range(others + 1)
    }
    for maximum in sorted(tried):
        if maximum < least:
            continue
        total = sum_violations(classes, statistics, private_rows, (least, maximum))
        if total == 0 or total <= 1 - asked - Fraction(1, 10**9):
            return maximum
    return None


def estimate(classes: Sequence[Class], statistics: Statistics, private_rows: int) -> Fraction:
    """Return the greatest presence if every class has as many people as are expected."""
    found = []
    for one in classes:
        people = statistics.size * one.share
        if not statistics.members_included:
            people = one.private + (statistics.size - private_rows) * one.share
        found.append(min(Fraction(1), one.private / people) if people else Fraction(1))
    return max(found)
