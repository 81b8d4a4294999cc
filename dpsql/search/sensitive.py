"""Counts the classes of T whose sensitive values violate a model, several nodes at a time."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.sql.lattice.frequency_set import node_codes
from dpsql.sql.lattice.judged_classes import (
    count_judged_query,
    doubtful_histograms_query,
    judge_classes_query,
    list_violating_histograms,
)
from dpsql.sql.lattice.sensitive_set import SensitiveSet


def count_violating(
    engine: Engine, lattice: Lattice, sets: Iterable[SensitiveSet], nodes: Sequence[Node]
) -> dict[Node, int]:
    """Count classes of T per node that violate the first model that any violates; 0 if none."""
    violating = dict.fromkeys(nodes, 0)
    judges = [(coded, model) for coded in sets for model in coded.models]
    for coded, model in judges:
        left = [node for node in nodes if not violating[node]]
        if not left:
            break
        query = sensitive_classes_query(left, lattice, coded, model)
        for number, found, doubtful in engine.fetch(query):
            node = left[number]
            if doubtful and not found:
                violating[node] = _judge_doubtful(engine, lattice, node, coded, model)
            else:
                violating[node] = int(found)
    return violating


def sensitive_classes_query(
    nodes: Sequence[Node], lattice: Lattice, coded: SensitiveSet, model: SensitiveModel
) -> exp.Query:
    """The statement that judges the classes of T at `nodes`, numbered in their order."""
    judged = [
        judge_classes_query(coded.name, node_codes(node, lattice), coded, model) for node in nodes
    ]
    return count_judged_query([query.subquery("judged") for query in judged])


def _judge_doubtful(
    engine: Engine, lattice: Lattice, node: Node, coded: SensitiveSet, model: SensitiveModel
) -> int:
    query = doubtful_histograms_query(coded.name, node_codes(node, lattice), model)
    found = list_violating_histograms(engine, query.subquery("doubtful"), model)
    return sum(classes for _, classes in found)
