"""Rates nodes by the least δmax that holds with the confidence, for the frontier.

Proof that it never rises towards the root where δmin is 0: if δmax holds at a node with Σ f, it
holds at its ancestors with no more (`checker`).
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpsql.domain.levels.lattice import Node
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.search.confident.checker import ConfidentChecker
from dpsql.search.full_domain.greatest_presence import GreatestPresence

#: The presence of nodes of which no δmax holds.
_NONE = Fraction(1)


def rate_nodes(checker: ConfidentChecker[Any], nodes: Sequence[Node]) -> list[GreatestPresence]:
    """Return the least δmax of each node, and whether one holds and the models of T do."""
    minimum = checker.bounds.minimum if checker.bounds is not None else Fraction(0)
    without_delta = replace(checker, bounds=None)
    found = []
    for node, counted in zip(nodes, without_delta.count(nodes), strict=True):
        classes = checker.statistics.list_classes(node)
        delta = delta_at_confidence(checker.law, classes, minimum, checker.asked)
        holds = counted.holds and delta is not None
        found.append(GreatestPresence(node, _NONE if delta is None else delta, holds))
    return found
