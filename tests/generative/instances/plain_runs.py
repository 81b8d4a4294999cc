"""Short forms of the runs for metamorphic relations, where only levels and costs matter."""

from math import isclose

from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.runs import Published, anonymize, find_minimal
from tests.oracle.search.exhaustive import is_at_most
from tests.oracle.tables.table import Node


def list_minimal(case: Case) -> list[Node]:
    """Return the minimal nodes of the case."""
    return [found.node for found in find_minimal(case, plain_setting(case))]


def publish(case: Case) -> Published | None:
    """Anonymize the case under plain names."""
    return anonymize(case, plain_setting(case))


def read_cost(case: Case, published: Published) -> float:
    """Return the reported value of the case's metric as a cost: precision counts from 1 down."""
    value = published.metrics[case.metric]
    return 1 - value if case.metric == "precision" else value


def is_no_dearer(case: Case, one: Published | None, other: Published | None) -> bool:
    """Return whether the first release costs at most as much as the second; none costs most."""
    if one is None or other is None:
        return other is None
    low, high = read_cost(case, one), read_cost(case, other)
    return low <= high or isclose(low, high, rel_tol=1e-12, abs_tol=1e-12)


def lies_above(node: Node, minimal: list[Node]) -> bool:
    """Return whether the node generalizes one of the minimal nodes, so that it holds."""
    return any(is_at_most(lower, node) for lower in minimal)
