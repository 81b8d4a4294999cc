"""Equivalence classes and the privacy models over them.

Delta-presence is Def. 5 of the paper: for every row p of P, delta_min <= Pr(p in T | T*) <=
delta_max, which for a non-overlapping generalization is n_T/n_P of p's class. It is a condition
on every class of P, those without a row of T included.
"""

from fractions import Fraction

from tests.oracle.models.conditions import (
    count_presence,
    find_equal_distance,
    is_close,
    is_recursively_diverse,
)
from tests.oracle.models.sensitive import is_protected
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.table import Node, Row, generalize

Classes = dict[Row, tuple[int, int]]
"""Generalized row -> (n_P, n_T)."""


def count_classes(instance: Instance, node: Node) -> Classes:
    """Return for each class of P how many rows of P and of T fall into it."""
    counts: dict[Row, list[int]] = {}
    for side, rows in enumerate((instance.public, instance.private)):
        for row in rows:
            counts.setdefault(generalize(row, instance.ladders, node), [0, 0])[side] += 1
    return {label: (public, private) for label, (public, private) in counts.items()}


def find_presence(classes: Classes) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest n_T/n_P over all classes of P."""
    ratios = [Fraction(private, public) for public, private in classes.values()]
    return min(ratios), max(ratios)


def holds(instance: Instance, node: Node) -> bool:
    """Return whether the release at this node satisfies every model of the instance."""
    if not is_protected(instance, node):
        return False
    classes = count_classes(instance, node)
    t = instance.models.presence_closeness
    table = count_presence(len(instance.public), len(instance.private))
    return all(
        holds_class(instance.models, n_p, n_t)
        and (t is None or is_close(count_presence(n_p, n_t), table, t, find_equal_distance))
        for n_p, n_t in classes.values()
    )


def holds_as_boxes(instance: Instance, node: Node) -> bool:
    """As `holds`, where only the published classes are known: others are classes of one person."""
    published = [n_t > 0 for _, n_t in count_classes(instance, node).values()]
    alone = all(published) or holds_class(instance.models, 1, 0)
    return alone and holds(instance, node)


def holds_class(models: Models, n_p: int, n_t: int) -> bool:
    """Return whether a class of n_P rows of P, n_T of them in T, satisfies every model.

    k-anonymity (paper, Def. 3) counts rows of T, k-map (Sweeney) counts rows of P; both look only
    at classes that are published, that is, with n_T > 0.
    """
    if models.delta is not None and not models.delta[0] <= Fraction(n_t, n_p) <= models.delta[1]:
        return False
    if models.k_anonymity is not None and 0 < n_t < models.k_anonymity:
        return False
    if models.presence_diversity is not None:
        c, strict = models.presence_diversity
        if not is_recursively_diverse(count_presence(n_p, n_t), c, 2, strict):
            return False
    if models.weak_k_anonymity is not None and n_p < models.weak_k_anonymity:
        return False
    return models.k_map is None or n_t == 0 or n_p >= models.k_map
