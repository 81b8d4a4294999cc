"""The labels that cuts divide by: their texts, their leaves, and what a row gains by each."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, lcm

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.sql.counting.labels import label_at
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier, render

CUT_LABELS = "cut_labels"
_UNORDERED = "unordered_labels"
#: Gains are counted in parts of a cell; fractions of so many parts are exact to 18 digits.
_FINEST = 10**18


def list_cut_labels(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    leaf_counts: Sequence[int],
    weights: Sequence[int] = (),
) -> list[list[int]]:
    """Materialize the labels of all levels below the root, and count them by level.

    `weights`: how much each quasi-identifier counts; none: all alike.

    Their order decides ties, and must not depend on the engine: a database may sort texts that a
    statement makes by a language, and those of a table by bytes.
    """
    engine.materialize(_UNORDERED, cut_labels_query(hierarchies, leaf_counts, weights))
    engine.materialize(CUT_LABELS, render("order_cut_labels", labels=identifier(_UNORDERED)))
    engine.drop(_UNORDERED)
    counts = [[0] * hierarchy.height for hierarchy in hierarchies.values()]
    for axis, level, labels in engine.fetch(
        render("count_cut_labels", labels=identifier(CUT_LABELS))
    ):
        counts[int(axis)][int(level)] = int(labels)
    return counts


def cut_labels_query(
    hierarchies: Mapping[str, Hierarchy], leaf_counts: Sequence[int], weights: Sequence[int] = ()
) -> exp.Query:
    """The statement that lists the labels; `leaf_counts` are those of whole hierarchies.

    A row that comes from a label to one below it loses less by a share of the hierarchy's leaves,
    times the weight of the quasi-identifier. These shares are compared as whole multiples of one
    part of a cell of the greatest weight: exactly if the numbers of leaves have a small common
    multiple, as they do in practice, else rounded down.
    """
    parts_of_leaf = count_parts_of_leaf(leaf_counts, weights)
    levels = [
        _describe_level(j, hierarchy, level, parts_of_leaf[j])
        for j, hierarchy in enumerate(hierarchies.values())
        for level in range(hierarchy.height)
    ]
    return render("list_cut_labels", levels=levels)


def count_parts_of_cell(leaf_counts: Sequence[int], weights: Sequence[int] = ()) -> int:
    """Return in how many parts of a cell of the greatest weight losses are counted."""
    shares = _list_shares(leaf_counts, weights)
    return min(lcm(*(share.denominator for share in shares)), _FINEST)


def count_parts_of_leaf(leaf_counts: Sequence[int], weights: Sequence[int] = ()) -> list[int]:
    """Return how many of these parts a leaf of each quasi-identifier is.

    >>> count_parts_of_cell([5, 7]), count_parts_of_leaf([5, 7])
    (12, [3, 2])
    >>> count_parts_of_cell([5, 7], [1, 2]), count_parts_of_leaf([5, 7], [1, 2])
    (24, [3, 4])
    """
    cell = count_parts_of_cell(leaf_counts, weights)
    return [floor(cell * share) for share in _list_shares(leaf_counts, weights)]


def _list_shares(leaf_counts: Sequence[int], weights: Sequence[int]) -> list[Fraction]:
    """Return the share that a leaf of each quasi-identifier has in a cell of the greatest weight.

    A row can lose the distinction of one leaf less than there are.
    """
    weights = weights or [1] * len(leaf_counts)
    return [
        Fraction(weight, max(weights) * max(count - 1, 1))
        for weight, count in zip(weights, leaf_counts, strict=True)
    ]


def _describe_level(
    j: int, hierarchy: Hierarchy, level: int, parts_of_leaf: int
) -> dict[str, object]:
    label, joins = label_at(j, hierarchy, level, column("leaf", leaves_name(j)))
    return {
        "axis": exp.Literal.number(j),
        "number": exp.Literal.number(level),
        "code": identifier(f"code_{level}"),
        "label": exp.cast(label, "VARCHAR"),
        "leaf_count": identifier(f"leaves_{level}"),
        "leaf_count_above": identifier(f"leaves_{level + 1}"),
        "parts_of_leaf": exp.cast(exp.Literal.number(parts_of_leaf), "DECIMAL(19, 0)"),
        "leaves": identifier(leaves_name(j)),
        "mappings": joins,
    }
