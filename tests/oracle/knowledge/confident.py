"""Confident presence by all worlds: each way to place the people whom nobody counted.

A world is the number of others of each cell of the domain, and its exact probability.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod

World = tuple[int, ...]
Worlds = Mapping[World, Fraction]


def place(people: int, cells: int) -> Iterator[World]:
    """Every way to divide so many people over so many cells."""
    if cells == 1:
        yield (people,)
        return
    for first in range(people + 1):
        for rest in place(people - first, cells - 1):
            yield first, *rest


def draw_independently(people: int, chances: Sequence[Fraction]) -> Worlds:
    """Each person falls into a cell by the chances, which have the sum 1."""
    return {
        world: Fraction(factorial(people), prod(map(factorial, world)))
        * prod(chance**count for chance, count in zip(chances, world, strict=True))
        for world in place(people, len(chances))
    }


def draw_from_urn(people: int, pulls: Sequence[Fraction]) -> Worlds:
    """Each person falls into a cell by its pull, which grows by 1 with each of them."""
    worlds: dict[World, Fraction] = {(0,) * len(pulls): Fraction(1)}
    for drawn in range(people):
        following: defaultdict[World, Fraction] = defaultdict(Fraction)
        for world, probability in worlds.items():
            for cell, pull in enumerate(pulls):
                chance = (pull + world[cell]) / (sum(pulls) + drawn)
                grown = (*world[:cell], world[cell] + 1, *world[cell + 1 :])
                following[grown] += probability * chance
        worlds = dict(following)
    return worlds


def add(parts: Iterable[Worlds], cells: int) -> Worlds:
    """The sums of independent worlds."""
    total: Worlds = {(0,) * cells: Fraction(1)}
    for part in parts:
        sums: defaultdict[World, Fraction] = defaultdict(Fraction)
        for (one, first), (other, second) in product(total.items(), part.items()):
            sums[tuple(map(sum, zip(one, other, strict=True)))] += first * second
        total = sums
    return total


def shift(worlds: Worlds, known: Sequence[int]) -> Worlds:
    """The worlds with so many more others in each cell; fewer, if negative."""
    return {
        tuple(map(sum, zip(world, known, strict=True))): probability
        for world, probability in worlds.items()
    }


def violates(members: int, others: int, low: Fraction, high: Fraction) -> bool:
    """Whether a class violates δ, its people one by one. Fewer people than are in T: presence 1."""
    people = [True] * members + [False] * others
    if others < 0:
        return not low <= 1 <= high
    return bool(people) and not low <= Fraction(sum(people), len(people)) <= high


def merge(numbers: Sequence[int], groups: Sequence[int]) -> tuple[int, ...]:
    """The sums of the cells of each group."""
    return tuple(
        sum(number for number, group in zip(numbers, groups, strict=True) if group == which)
        for which in sorted(set(groups))
    )


def find_violations(
    worlds: Worlds, members: Sequence[int], low: Fraction, high: Fraction
) -> list[Fraction]:
    """Pr[the class violates δ] of each class."""
    return [
        sum(
            (
                probability
                for world, probability in worlds.items()
                if violates(count, world[cell], low, high)
            ),
            Fraction(0),
        )
        for cell, count in enumerate(members)
    ]


def find_joint(worlds: Worlds, members: Sequence[int], low: Fraction, high: Fraction) -> Fraction:
    """G: the probability that no class violates δ."""
    return sum(
        (
            probability
            for world, probability in worlds.items()
            if not any(
                violates(count, others, low, high)
                for count, others in zip(members, world, strict=True)
            )
        ),
        Fraction(0),
    )


def find_least_delta(
    worlds: Worlds, members: Sequence[int], low: Fraction, asked: Fraction
) -> Fraction | None:
    """The least δmax, of all presences of all worlds, with which 1 − Σ f reaches the confidence."""
    presences = {
        Fraction(count, count + world[cell])
        for world in worlds
        for cell, count in enumerate(members)
        if count and world[cell] >= 0
    }
    for high in sorted(presences | {Fraction(0), Fraction(1)}):
        if sum(find_violations(worlds, members, low, high)) <= 1 - asked:
            return high
    return None
