"""The sensitive values of each class of T, and whether they satisfy the models.

Naive: the histogram of every class is counted row by row, and judged by the definitions.
"""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from tests.oracle.models.conditions import (
    Counts,
    Distance,
    find_equal_distance,
    hierarchy_distance,
    is_close,
    is_distinct_diverse,
    is_entropy_diverse,
    is_recursively_diverse,
    order_distance,
)
from tests.oracle.tables.instance import Instance, SensitiveModels
from tests.oracle.tables.table import Node, Row, Value, generalize


def is_protected(instance: Instance, node: Node) -> bool:
    """Return whether every class of T satisfies the models of the sensitive values."""
    models = instance.models.sensitive
    if models is None:
        return True
    table = Counter(instance.sensitive)
    histograms = count_histograms(instance, node).values()
    return all(satisfies(models, counts, table) for counts in histograms)


def count_histograms(instance: Instance, node: Node) -> dict[Row, Counter[Value]]:
    """Return for each class of T how many of its rows hold each sensitive value."""
    found: dict[Row, Counter[Value]] = {}
    for row, value in zip(instance.private, instance.sensitive, strict=True):
        found.setdefault(generalize(row, instance.ladders, node), Counter())[value] += 1
    return found


def satisfies(models: SensitiveModels, counts: Counts, table: Counts) -> bool:
    """Return whether a class satisfies every model."""
    if models.distinct is not None and not is_distinct_diverse(counts, models.distinct):
        return False
    if models.entropy is not None and not is_entropy_diverse(counts, models.entropy):
        return False
    if models.recursive is not None and not is_recursively_diverse(counts, *models.recursive):
        return False
    t = models.closeness
    return t is None or is_close(counts, table, t, choose_distance(models, table))


def choose_distance(models: SensitiveModels, table: Counts) -> Distance:
    """Return the distance that the models ask for."""
    if models.ladder is not None:
        return hierarchy_distance(models.ladder)
    if models.order is None:
        return find_equal_distance
    listed = [value for value in models.order if value in table and value is not None]
    ordered = listed or sort_numbers([value for value in table if value is not None])
    return order_distance([*([None] if None in table else []), *ordered])


def are_numbers(values: Iterable[Value]) -> bool:
    """Return whether Python reads all texts as finite numbers."""
    try:
        return all(Decimal(str(value)).is_finite() for value in values)
    except InvalidOperation:
        return False


def sort_numbers(values: list[Value]) -> list[Value]:
    """Return texts of numbers by value; texts of others have no order."""
    return [*sorted(values, key=lambda value: Decimal(str(value)))]
