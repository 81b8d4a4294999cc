"""Pooling where P is known from tables of statistics: who climbs by the people that are expected.

Derived for dpsql; the definition is restated as literally as Python allows. Every combination of
tuples of the tables is looked at: the domain of a P that nobody has listed. T has no say in where
anybody settles; its values that no table has are expected to have nobody.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from tests.oracle.knowledge.statistics import (
    Cell,
    Class,
    Delta,
    Statistics,
    sum_violations,
)
from tests.oracle.search import pooling
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, generalize

#: A class that lacks so little of what it needs, relatively, settles.
_SLACK = Fraction(1, 10**9)


def list_domain(instance: Instance, statistics: Statistics, start: Node) -> dict[Row, Fraction]:
    """Return the share of P of every combination of values, over all tables of statistics.

    A table of which the start shows no column is not looked at: nothing of it can be missing.
    """
    found: dict[Row, Fraction] = {}
    totals = [
        statistics.whole
        if statistics.whole and any(start[column] < instance.root[column] for column in columns)
        else sum(weights.values())
        for columns, weights in zip(statistics.blocks, statistics.weights, strict=True)
    ]
    for combination in product(*(weights.items() for weights in statistics.weights)):
        row = [None] * len(instance.ladders)
        for columns, (values, _) in zip(statistics.blocks, combination, strict=True):
            for column, value in zip(columns, values, strict=True):
                row[column] = value  # type: ignore[call-overload]
        weights = [weight for _, weight in combination]
        found[tuple(row)] = prod(map(Fraction, weights, totals), start=Fraction(1))
    return found


def settle(
    instance: Instance, statistics: Statistics, start: Node, least: int
) -> tuple[dict[Row, Node], list[Class], Fraction]:
    """Return the node of each row of T, the classes of T (the one at the root last), and its share.

    The share of the class at the root is that of all of the domain that does not settle.
    """
    shares: defaultdict[Row, Fraction] = defaultdict(Fraction)
    for row, share in list_domain(instance, statistics, start).items():
        shares[generalize(row, instance.ladders, start)] += share
    needed = Fraction(least, statistics.size) * (1 - _SLACK)
    staying = {
        labels: share
        for labels, share in shares.items()
        if start == instance.root or share >= needed
    }
    rows: defaultdict[Row | None, int] = defaultdict(int)
    settled = {}
    for row in instance.private:
        labels = generalize(row, instance.ladders, start)
        # At the root there is one class, whatever values T has.
        stays = labels in staying or start == instance.root
        settled[row] = start if stays else instance.root
        rows[labels if stays else None] += 1
    rest = min(Fraction(1), sum(shares.values()) - sum(staying.values(), Fraction(0)))
    last = rows.pop(None, 0)
    others = statistics.size - len(instance.private)
    classes = [
        Class((Cell(number, staying[labels], statistics.size, others),))  # type: ignore[index]
        for labels, number in rows.items()
    ]
    if last:
        classes.append(Class((Cell(last, rest, statistics.size, others),)))
    return settled, classes, rest


def holds(
    classes: Sequence[Class],
    statistics: Statistics,
    delta: Delta,
    allowed: Fraction,
    least_rows: int,
) -> bool:
    """Return whether the classes hold with the confidence, and have rows enough each."""
    if any(one.private < least_rows for one in classes):
        return False
    return sum_violations(classes, statistics, delta) <= allowed


def list_numbers(statistics: Statistics, delta: Delta) -> list[int]:
    """Return the numbers of people that a job tries by itself; all, unless δ has a minimum."""
    if not delta[0]:
        return list(range(1, statistics.size + 1))
    powers = (
        first * 10**power for power in range(len(str(statistics.size))) for first in (1, 2, 5)
    )
    return sorted({1, *(one for one in powers if 2 <= one <= statistics.size // 2)})


def find_cost(instance: Instance, settled: Mapping[Row, Node]) -> Fraction:
    """Return what the metric of the instance says; T stands in the place of P."""
    return pooling.find_cost(replace(instance, public=instance.private), settled)
