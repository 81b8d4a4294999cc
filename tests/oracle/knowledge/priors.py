"""Presence under a prior by all worlds: each choice of members that the release allows."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import prod

from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, generalize


def find_posteriors(rates: Sequence[Fraction], members: int) -> list[Fraction] | None:
    """Return everybody's posterior in a class of which so many are in T; None: no world has them.

    Each person is in T with their own rate, independently, before the number is known.
    """
    total = Fraction(0)
    inside = [Fraction(0)] * len(rates)
    for chosen in combinations(range(len(rates)), members):
        chance = prod(
            (rate if person in chosen else 1 - rate for person, rate in enumerate(rates)),
            start=Fraction(1),
        )
        total += chance
        for person in chosen:
            inside[person] += chance
    return [one / total for one in inside] if total else None


def list_posteriors(
    instance: Instance, rates: Sequence[Fraction], node: Node
) -> list[Fraction] | None:
    """Return the posteriors of all people of P at a node, class by class; None: a contradiction."""
    classes: dict[Row, list[Fraction]] = {}
    for row, rate in zip(instance.public, rates, strict=True):
        classes.setdefault(generalize(row, instance.ladders, node), []).append(rate)
    members = dict.fromkeys(classes, 0)
    for row in instance.private:
        members[generalize(row, instance.ladders, node)] += 1
    found: list[Fraction] = []
    for label, of_class in classes.items():
        posteriors = find_posteriors(of_class, members[label])
        if posteriors is None:
            return None
        found += posteriors
    return found
