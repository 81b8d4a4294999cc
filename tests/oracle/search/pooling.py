"""Pooling: people in rare classes climb to coarser nodes until enough of them share a class.

Derived for dpsql; the definition is restated here as literally as Python allows. People of P are
looked at one by one. T has no say in where anybody settles. A presence is that of a published class
(Nergiz, Atzori & Clifton 2007, Definition 5): of all people whose published labels are the same,
on whatever step they settled.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from math import log2

from tests.oracle.losses.cost import COSTS, mean
from tests.oracle.models.conditions import count_presence, find_equal_distance, is_close
from tests.oracle.models.presence import Classes, find_presence, holds_class
from tests.oracle.models.sensitive import satisfies
from tests.oracle.search.exhaustive import is_at_most
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, Value, generalize

PoolingPath = str | tuple[int, ...]
"""``root``, ``columns``, or the numbers of the columns in the order in which they are raised."""

Settled = Mapping[Row, Node]
"""A row of P -> the node where the people with these values settle."""


@dataclass(frozen=True)
class Pooling:
    """Where to start, how many people of P settle together, and which way the others climb."""

    start: Node
    least: int
    path: PoolingPath = "root"


def settle(instance: Instance, pooling: Pooling) -> Settled:
    """Return where everybody in P settles."""
    left, node = list(instance.public), pooling.start
    settled: dict[Row, Node] = {}
    while left:
        labels = Counter(generalize(row, instance.ladders, node) for row in left)
        is_last = node == instance.root
        staying = [
            row
            for row in left
            if is_last or labels[generalize(row, instance.ladders, node)] >= pooling.least
        ]
        settled |= dict.fromkeys(staying, node)
        left = [row for row in left if row not in settled]
        if left:
            node = find_next(instance, node, left, pooling.path)
    return settled


def list_steps(instance: Instance, pooling: Pooling) -> list[Node]:
    """Return the nodes in the order in which people come to them; the start is the first."""
    settled, steps = settle(instance, pooling), [pooling.start]
    left = [row for row in instance.public if settled[row] != pooling.start]
    while left:
        steps.append(find_next(instance, steps[-1], left, pooling.path))
        left = [row for row in left if settled[row] != steps[-1]]
    return steps


def find_next(instance: Instance, node: Node, left: Sequence[Row], path: PoolingPath) -> Node:
    """Return the node that the people who are left climb to; `node` is not the root."""
    if path == "root":
        return instance.root
    open_ = [j for j, level in enumerate(node) if level < instance.root[j]]
    if path == "columns":
        chosen = max(open_, key=lambda j: (*_judge_next_level(instance, node, left, j), -j))
    else:
        chosen = next(j for j in path if j in open_)
    return tuple(level + (j == chosen) for j, level in enumerate(node))


def publish(instance: Instance, settled: Settled) -> Classes:
    """Return the classes by what is published: n_P and n_T of each.

    Labels must be the texts that a release has, so that equal texts are equal labels.
    """
    counts: dict[Row, list[int]] = {}
    for side, rows in enumerate((instance.public, instance.private)):
        for row in rows:
            label = generalize(row, instance.ladders, settled[row])
            counts.setdefault(label, [0, 0])[side] += 1
    return {label: (public, private) for label, (public, private) in counts.items()}


def count_shown(instance: Instance, pooling: Pooling) -> Counter[Node]:
    """Return the rows of T that a release shows of each step: of the first with their labels."""
    settled = settle(instance, pooling)
    first: dict[Row, Node] = {}
    for node in list_steps(instance, pooling):
        for row in instance.public:
            if settled[row] == node:
                first.setdefault(generalize(row, instance.ladders, node), node)
    labels = [generalize(row, instance.ladders, settled[row]) for row in instance.private]
    return Counter(first[label] for label in labels)


def holds(instance: Instance, settled: Settled) -> bool:
    """Return whether every published class satisfies the models."""
    return not _list_violating(instance, settled)


def find_cost(instance: Instance, settled: Settled) -> Fraction:
    """Return what the metric of the instance says, as a rational; less is better.

    A row costs what it costs at the node where it settled. Of the entropy it is the power of 2.
    """
    rows = [(row, settled[row]) for row in instance.private]
    columns = range(len(instance.ladders))
    sizes = [n_t for _, n_t in publish(instance, settled).values() if n_t]
    match instance.metric:
        case "discernibility":
            return Fraction(sum(n_t**2 for n_t in sizes))
        case "class_size":
            return mean([Fraction(n_t) for n_t in sizes])
        case "loss":
            return mean(
                [_lose(instance, j, row[j], node[j]) for row, node in rows for j in columns]
            )
        case "precision":
            return mean([_rise(instance, j, node[j]) for _, node in rows for j in columns])
    power = Fraction(1)
    for j in columns:
        values = Counter(row[j] for row in instance.private)
        for row, node in rows:
            labels = {value: steps[node[j]] for value, steps in instance.ladders[j].items()}
            under = sum(n for value, n in values.items() if labels[value] == labels[row[j]])
            power *= Fraction(under, values[row[j]])
    return power


def find_metrics(instance: Instance, settled: Settled) -> dict[str, Fraction | float]:
    """Return the five metrics as they are reported: precision as 1 - cost, entropy in bits."""
    costs = {name: find_cost(replace(instance, metric=name), settled) for name in COSTS}
    power = costs["entropy"]
    return {
        **costs,
        "precision": 1 - costs["precision"],
        "entropy": log2(power.numerator) - log2(power.denominator),
    }


def list_candidates(instance: Instance, start: Node) -> list[int]:
    """Return the numbers of people that are tried at a node: 2, 5, 10, 20, 50, … up to |P|/2.

    And one more than the people of its largest class that violates a model: then none of these
    settles. It is 1 if no class does.
    """
    candidates = {
        first * 10**power
        for first, power in product((1, 2, 5), range(len(str(len(instance.public)))))
        if 2 <= first * 10**power <= len(instance.public) // 2
    }
    everybody = dict.fromkeys(instance.public, start)
    violating = _list_violating(instance, everybody)
    return sorted(candidates | {max(violating, default=0) + 1})


def find_optimum(
    instance: Instance,
    path: PoolingPath,
    least: Sequence[int] | None = None,
    allows: Callable[[Node], bool] = lambda _: True,
) -> tuple[Fraction, Pooling] | None:
    """Return the best release by pooling, tried one by one; None where none holds.

    `allows`: the starts that are tried. Least cost first; ties by the sum of the start's levels,
    its levels, and `least`.
    """
    best = None
    for start in filter(allows, instance.list_nodes()):
        for number in least or list_candidates(instance, start):
            pooling = Pooling(start, number, path)
            settled = settle(instance, pooling)
            if holds(instance, settled):
                key = (find_cost(instance, settled), sum(start), start, number)
                best = min(best, key) if best else key
    return (best[0], Pooling(best[2], best[3], path)) if best else None


def find_frontier(
    instance: Instance, path: PoolingPath, least: Sequence[int] | None = None
) -> list[tuple[Fraction, Fraction, Pooling]]:
    """Return (greatest presence, loss, release): those that no other betters in both.

    Of all releases that jobs of any greatest presence try. Ties as in `find_optimum`.
    """
    free = limit_presence(replace(instance, metric="loss"), Fraction(1))
    found = []
    for start in free.list_nodes():
        for number in least or list_candidates_of_limits(free, start):
            pooling = Pooling(start, number, path)
            settled = settle(free, pooling)
            if holds(free, settled):
                presence = find_presence(publish(free, settled))[1]
                found.append((presence, find_cost(free, settled), sum(start), start, number))
    points: list[tuple[Fraction, Fraction, Pooling]] = []
    for presence, loss, _, start, number in sorted(found):
        if not points or loss < points[-1][1]:
            points.append((presence, loss, Pooling(start, number, path)))
    return points


def list_candidates_of_limits(instance: Instance, start: Node) -> list[int]:
    """Return the numbers of people that are tried at a node by jobs of any greatest presence.

    Which classes violate changes at the presences of classes only.
    """
    classes = publish(instance, dict.fromkeys(instance.public, start)).values()
    limits = {Fraction(n_t, n_p) for n_p, n_t in classes} | {Fraction(0), Fraction(1)}
    of_each = (list_candidates(limit_presence(instance, one), start) for one in limits)
    return sorted(set().union(*of_each))


def limit_presence(instance: Instance, greatest: Fraction) -> Instance:
    """Return the question with another greatest presence."""
    lowest = instance.models.delta[0] if instance.models.delta else Fraction(0)
    return replace(instance, models=replace(instance.models, delta=(lowest, greatest)))


def measure_at(
    instance: Instance, start: Node, path: PoolingPath, least: Sequence[int] | None
) -> Pooling:
    """Return what is measured at a start: of the numbers that hold, the one of least loss.

    If none holds, the least of the numbers, without the one that violating classes ask for.
    """
    of_loss = replace(instance, metric="loss")
    holding = []
    for number in least or list_candidates(instance, start):
        pooling = Pooling(start, number, path)
        settled = settle(instance, pooling)
        if holds(instance, settled):
            holding.append((find_cost(of_loss, settled), number))
    if holding:
        return Pooling(start, min(holding)[1], path)
    known = least or ([2] if len(instance.public) >= 4 else [1])
    return Pooling(start, min(known), path)


def climbs_along(steps: Sequence[Node]) -> bool:
    """Return whether each step generalizes the one before it."""
    return all(one != other and is_at_most(one, other) for one, other in pairwise(steps))


def _list_violating(instance: Instance, settled: Settled) -> list[int]:
    """Return the people of each published class that violates a model."""
    models = instance.models
    table = count_presence(len(instance.public), len(instance.private))
    unprotected = _list_unprotected(instance, settled)
    return [
        n_p
        for label, (n_p, n_t) in publish(instance, settled).items()
        if label in unprotected
        or not holds_class(models, n_p, n_t)
        or (
            models.presence_closeness is not None
            and not is_close(
                count_presence(n_p, n_t), table, models.presence_closeness, find_equal_distance
            )
        )
    ]


def _list_unprotected(instance: Instance, settled: Settled) -> set[Row]:
    """Return the published classes whose rows of T have values that violate a model."""
    models = instance.models.sensitive
    if models is None:
        return set()
    table, histograms = Counter(instance.sensitive), dict[Row, Counter[Value]]()
    for row, value in zip(instance.private, instance.sensitive, strict=True):
        label = generalize(row, instance.ladders, settled[row])
        histograms.setdefault(label, Counter())[value] += 1
    return {label for label, counts in histograms.items() if not satisfies(models, counts, table)}


def _lose(instance: Instance, j: int, value: object, level: int) -> Fraction:
    ladder = instance.ladders[j]
    label = ladder[value][level]
    under = sum(labels[level] == label for labels in ladder.values())
    return Fraction(under - 1, len(ladder) - 1) if len(ladder) > 1 else Fraction(0)


def _rise(instance: Instance, j: int, level: int) -> Fraction:
    height = instance.root[j]
    return Fraction(level, height) if height else Fraction(0)


def _judge_next_level(
    instance: Instance, node: Node, left: Sequence[Row], j: int
) -> tuple[bool, Fraction, Fraction]:
    """Return whether a column's next level costs nothing; what it brings per loss; less loss.

    It lowers the effective number of labels: as many equally frequent ones would make two people of
    those left, drawn by lot, have the same one as often.
    """
    level, ladder = node[j], instance.ladders[j]
    now, then = (
        _count_effective([ladder[row[j]][one] for row in left]) for one in (level, level + 1)
    )
    loss = sum(
        (_lose(instance, j, row[j], level + 1) - _lose(instance, j, row[j], level) for row in left),
        Fraction(0),
    )
    return (False, (now - then) / loss, -loss) if loss else (True, Fraction(0), Fraction(0))


def _count_effective(labels: Sequence[object]) -> Fraction:
    chance = sum(Fraction(n, len(labels)) ** 2 for n in Counter(labels).values())
    return 1 / chance
