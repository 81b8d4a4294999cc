"""Counts the classes of T whose sensitive values violate a model, several nodes in one statement.

SQL decides all but what doubles leave in doubt; of those the distinct histograms come here, as
counts without values, and the model's Python decides.
"""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.sensitive import Histogram, SensitiveModel
from dpsql.sql.frequency_set import node_codes
from dpsql.sql.sensitive_set import SensitiveSet, level_columns
from dpsql.sql.templates import identifier, render


def count_violating(
    engine: Engine, lattice: Lattice, sets: Iterable[SensitiveSet], nodes: Sequence[Node]
) -> dict[Node, int]:
    """For each node how many classes of T violate the first model that any violates; 0 if none."""
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
    fragments = {
        "violation": model.violation(coded.sizes),
        "source": identifier(coded.name),
        "nodes": [
            {"number": exp.Literal.number(i), "codes": node_codes(node, lattice)}
            for i, node in enumerate(nodes)
        ],
    }
    if model.is_cumulated:
        return render("count_ordered_classes", listed=identifier(coded.listed), **fragments)
    return render(
        "count_sensitive_classes",
        doubt=model.doubt() or exp.false(),
        levels=[level_columns(level) for level in range(model.levels)],
        ranked=model.is_ranked,
        compared=model.is_compared,
        **fragments,
    )


def doubtful_histograms_query(
    node: Node, lattice: Lattice, coded: SensitiveSet, model: SensitiveModel
) -> exp.Query:
    """The statement that lists the histograms that a model's SQL cannot judge."""
    return render(
        "list_doubtful_histograms",
        codes=node_codes(node, lattice),
        source=identifier(coded.name),
        doubt=model.doubt() or exp.false(),
    )


def _judge_doubtful(
    engine: Engine, lattice: Lattice, node: Node, coded: SensitiveSet, model: SensitiveModel
) -> int:
    violating = 0
    query = doubtful_histograms_query(node, lattice, coded, model)
    for histogram, classes in engine.fetch(query):
        # Values play no part where logarithms are compared: numbers stand for them.
        counts: Histogram = {str(i): int(count) for i, count in enumerate(histogram.split(","))}
        violating += 0 if model.holds(counts, counts) else classes
    return violating
