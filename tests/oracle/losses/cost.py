"""The five metrics, exactly, over the rows of T; a mean over the rows of an empty T is 0.

loss: Iyengar, KDD 2002; discernibility: Bayardo & Agrawal, ICDE 2005; precision: Sweeney 2002;
class size: LeFevre et al. 2006 with k = 1; entropy: non-uniform entropy, Gionis & Tassa 2009.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import log2

from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, find_height, generalize


def mean(cells: list[Fraction]) -> Fraction:
    """Return the arithmetic mean; 0 where there is nothing to average."""
    return sum(cells, Fraction(0)) / len(cells) if cells else Fraction(0)


def find_loss(instance: Instance, node: Node) -> Fraction:
    """Return the mean of (leaves under the label - 1)/(leaves - 1) over rows and columns."""
    cells = []
    for column, (ladder, level) in enumerate(zip(instance.ladders, node, strict=True)):
        leaves_under = Counter(labels[level] for labels in ladder.values())
        for row in instance.private:
            under = leaves_under[ladder[row[column]][level]]
            cells.append(Fraction(under - 1, len(ladder) - 1) if len(ladder) > 1 else Fraction(0))
    return mean(cells)


def find_discernibility(instance: Instance, node: Node) -> Fraction:
    """Return the sum over the classes of T of n_T squared."""
    return Fraction(sum(count**2 for count in _count_published(instance, node).values()))


def find_precision_cost(instance: Instance, node: Node) -> Fraction:
    """Return the mean of level/height over columns, the same for every row; 0 at height 0."""
    heights = [find_height(ladder) for ladder in instance.ladders]
    return mean(
        [
            Fraction(level, height) if height else Fraction(0)
            for level, height in zip(node, heights, strict=True)
        ]
    )


def find_class_size(instance: Instance, node: Node) -> Fraction:
    """Return |T| / number of classes of T."""
    return mean([Fraction(count) for count in _count_published(instance, node).values()])


def find_entropy_power(instance: Instance, node: Node) -> Fraction:
    """Return 2 to the entropy: the product of f(label)/f(value) over rows and columns.

    f counts a column's values, and its labels, among the rows of T. The power is rational, so two
    nodes of equal entropy are seen to be equal.
    """
    power = Fraction(1)
    for column, (ladder, level) in enumerate(zip(instance.ladders, node, strict=True)):
        values = Counter(row[column] for row in instance.private)
        labels = Counter(ladder[row[column]][level] for row in instance.private)
        for value, count in values.items():
            power *= Fraction(labels[ladder[value][level]], count) ** count
    return power


COSTS: dict[str, Callable[[Instance, Node], Fraction]] = {
    "loss": find_loss,
    "discernibility": find_discernibility,
    "precision": find_precision_cost,
    "class_size": find_class_size,
    "entropy": find_entropy_power,
}
"""Metric -> a rational that orders the nodes as the metric does, least first."""


def find_metrics(instance: Instance, node: Node) -> dict[str, Fraction | float]:
    """Return the five metrics as they are reported: precision as 1 - cost, entropy in bits."""
    power = find_entropy_power(instance, node)
    return {
        "loss": find_loss(instance, node),
        "discernibility": find_discernibility(instance, node),
        "precision": 1 - find_precision_cost(instance, node),
        "class_size": find_class_size(instance, node),
        "entropy": log2(power.numerator) - log2(power.denominator),
    }


def _count_published(instance: Instance, node: Node) -> Counter[tuple[object, ...]]:
    return Counter(generalize(row, instance.ladders, node) for row in instance.private)
