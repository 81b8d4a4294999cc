"""Presence for somebody who has several releases of one T, by all T that they allow."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, generalize


def list_presences(instance: Instance, nodes: Sequence[Node]) -> list[Fraction]:
    """Return everybody's presence: of all T with these releases, the share that has the person."""
    labels = [
        [generalize(row, instance.ladders, node) for row in instance.public] for node in nodes
    ]
    told = [
        Counter(generalize(row, instance.ladders, node) for row in instance.private)
        for node in nodes
    ]
    return list_presences_of(labels, told, len(instance.private))


def list_presences_of(
    labels: Sequence[Sequence[Row | str]], told: Sequence[Counter[Row | str]], members: int
) -> list[Fraction]:
    """Return the same from everybody's label in each release, and how often T has each label."""
    people = range(len(labels[0]))
    inside = [0] * len(people)
    worlds = 0
    for chosen in combinations(people, members):
        if all(
            Counter(of_release[person] for person in chosen) == known
            for of_release, known in zip(labels, told, strict=True)
        ):
            worlds += 1
            for person in chosen:
                inside[person] += 1
    return [Fraction(one, worlds) for one in inside]
