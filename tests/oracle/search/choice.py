"""The levels of ``choose: from_public``, by trying every node and every number of rows of T.

A class has enough people if all numbers of rows of T within so many standard deviations of the
hypergeometric mean, rounded outwards, satisfy the models. Of the sizes from which on all do, the
least is found by trying them all; the best node for P itself whose classes have as many is taken.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from tests.oracle.losses.cost import COSTS
from tests.oracle.models.conditions import count_presence, find_equal_distance, is_close
from tests.oracle.models.presence import count_classes, holds_class
from tests.oracle.search.pooling import Pooling, PoolingPath, find_optimum
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.table import Node


def is_enough(
    models: Models, people: int, public_rows: int, private_rows: int, deviations: int
) -> bool:
    """Return whether a class of so many people satisfies the models for every T to be expected."""
    share = Fraction(private_rows, public_rows)
    mean = people * share
    variance = mean * (1 - share) * Fraction(public_rows - people, max(public_rows - 1, 1))
    # The spread is rounded up to a multiple of 1/|P|.
    steps = 0
    while steps**2 < ceil(deviations**2 * variance * public_rows**2):
        steps += 1
    spread = Fraction(steps, public_rows)
    least = max(0, floor(mean - spread))
    most = min(people, private_rows, ceil(mean + spread))
    return all(
        holds_class(models, people, rows)
        and _is_close(models, (people, rows), (public_rows, private_rows))
        for rows in range(least, most + 1)
    )


def find_least_class(instance: Instance, deviations: int) -> int:
    """Return how many people every class needs at least; of T, only the rows are counted."""
    public_rows, private_rows = len(instance.public), len(instance.private)
    least = public_rows
    while least > 1 and is_enough(
        instance.models, least - 1, public_rows, private_rows, deviations
    ):
        least -= 1
    return least


def choose_pooling(
    instance: Instance, deviations: int, path: PoolingPath, numbers: Sequence[int] | None
) -> Pooling:
    """Return the start and the number of people that P and |T| choose for a path."""
    enough = Models(weak_k_anonymity=find_least_class(instance, deviations))
    everybody = replace(instance, private=instance.public, models=enough)
    found = find_optimum(everybody, path, numbers)
    assert found is not None
    return found[1]


def choose_node(instance: Instance, deviations: int) -> Node:
    """Return the node that P and |T| choose; rows of T are counted and not looked at."""
    least = find_least_class(instance, deviations)
    everybody = replace(instance, private=instance.public, models=Models())
    cost_of = COSTS[instance.metric]
    return min(
        (cost_of(everybody, node), sum(node), node)
        for node in instance.list_nodes()
        if min(people for people, _ in count_classes(everybody, node).values()) >= least
    )[-1]


def _is_close(models: Models, counts: tuple[int, int], table: tuple[int, int]) -> bool:
    t = models.presence_closeness
    return t is None or is_close(
        count_presence(*counts), count_presence(*table), t, find_equal_distance
    )
