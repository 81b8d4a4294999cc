"""P known from statistics: people one by one, shares and probabilities as exact fractions.

Non-members are drawn one by one from the shares (specs of confident presence, model M1): the number
of them in a class is binomial. The criterion adds the probabilities that classes violate delta.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, Value, generalize

Delta = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Statistics:
    """`blocks` of columns, each with the weight of each tuple of its values; `size` people of P.

    `sizes`: the people of P by the values of the column `by`, if they are known; `size` is the sum.
    `whole`: the weight that stands for all of P, in every block, if it is not the sum of the block:
    shares were rounded then.
    """

    size: int
    blocks: tuple[tuple[int, ...], ...]
    weights: tuple[dict[Row, int], ...]
    members_included: bool = True
    by: int | None = None
    sizes: tuple[tuple[Value, int], ...] = ()
    whole: int | None = None


@dataclass(frozen=True)
class Cell:
    """A class in a region, or in all of P: its people of T, its share, and the region's people."""

    private: int
    share: Fraction
    size: int
    others: int


@dataclass(frozen=True)
class Class:
    """A class in every region, in their order; without regions, in all of P."""

    cells: tuple[Cell, ...]

    @property
    def private(self) -> int:
        """People of T."""
        return sum(cell.private for cell in self.cells)


def list_classes(instance: Instance, statistics: Statistics, node: Node) -> list[Class]:
    """Return the classes of T at a node with the share that the statistics give to their labels."""
    labels = sorted({generalize(row, instance.ladders, node) for row in instance.private}, key=repr)
    regions = statistics.sizes or ((None, statistics.size),)
    return [
        Class(
            tuple(
                _find_cell(instance, statistics, node, one, (region, size))
                for region, size in regions
            )
        )
        for one in labels
    ]


def _find_cell(
    instance: Instance, statistics: Statistics, node: Node, labels: Row, region: tuple[Value, int]
) -> Cell:
    by, (name, size) = statistics.by, region
    here = [row for row in instance.private if by is None or row[by] == name]
    inside = sum(generalize(row, instance.ladders, node) == labels for row in here)
    share = Fraction(1)
    if by is not None and instance.ladders[by][name][node[by]] != labels[by]:
        share = Fraction(0)
    for columns, weights in zip(statistics.blocks, statistics.weights, strict=True):
        shown = [column for column in columns if column != by]
        if by is not None and not any(_is_shown(instance, node, column) for column in shown):
            continue
        known = {
            values: weight
            for values, weight in weights.items()
            if by not in columns or values[columns.index(by)] == name
        }
        under = sum(
            weight
            for values, weight in known.items()
            if all(
                instance.ladders[column][value][node[column]] == labels[column]
                for column, value in zip(columns, values, strict=True)
                if column != by
            )
        )
        total = sum(known.values())
        share *= Fraction(under, total) if total else 0
    return Cell(inside, share, size, size - len(here))


def _is_shown(instance: Instance, node: Node, column: int) -> bool:
    """Whether a column is not suppressed."""
    return node[column] < len(next(iter(instance.ladders[column].values()))) - 1


def find_violation(one: Class, statistics: Statistics, delta: Delta) -> Fraction:
    """Return the probability that a class violates delta; 1 if T contradicts the statistics."""
    law = [Fraction(1)]
    for cell in one.cells:
        share = cell.share
        if statistics.members_included:
            left = cell.size * share - cell.private
            if left < 0 or left > cell.others:
                return Fraction(1)
            share = left / cell.others if cell.others else Fraction(0)
        if share:
            law = _add(law, [_probability(k, cell.others, share) for k in range(cell.others + 1)])
    return 1 - sum(
        (
            chance
            for number, chance in enumerate(law)
            if delta[0] * (one.private + number) <= one.private <= delta[1] * (one.private + number)
        ),
        Fraction(0),
    )


def _add(left: Sequence[Fraction], right: Sequence[Fraction]) -> list[Fraction]:
    """Return the law of the sum of two independent numbers."""
    found = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            found[i + j] += one * other
    return found


@cache
def _probability(number: int, others: int, share: Fraction) -> Fraction:
    return comb(others, number) * share**number * (1 - share) ** (others - number)


def sum_violations(classes: Sequence[Class], statistics: Statistics, delta: Delta) -> Fraction:
    """Return the sum over the classes, and over everything that T does not have if delta has a min.

    Of what T does not have nobody may exist: one event.
    """
    total = sum((find_violation(one, statistics, delta) for one in classes), Fraction(0))
    if delta[0]:
        rest = Class(
            tuple(_find_rest(cells) for cells in zip(*(one.cells for one in classes), strict=True))
        )
        total += find_violation(rest, statistics, delta)
    return total


def _find_rest(cells: Sequence[Cell]) -> Cell:
    """Return what no class of T has in a region."""
    rest = 1 - sum((cell.share for cell in cells), Fraction(0))
    return Cell(0, rest, cells[0].size, cells[0].others)


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
        total = sum_violations(classes, statistics, (least, maximum))
        if total == 0 or total <= 1 - asked - Fraction(1, 10**9):
            return maximum
    return None


def estimate(classes: Sequence[Class], statistics: Statistics) -> Fraction:
    """Return the greatest presence if every class has as many people as are expected."""
    found = []
    for one in classes:
        people = sum((cell.size * cell.share for cell in one.cells), Fraction(0))
        if not statistics.members_included:
            others = (cell.others * cell.share for cell in one.cells)
            people = one.private + sum(others, Fraction(0))
        found.append(min(Fraction(1), one.private / people) if people else Fraction(1))
    return max(found)
