"""Counts the exact greatest presence of nodes, several nodes in one statement.

A check decides whether a node holds under one δ; its greatest presence decides that for every δmax.
The other models are judged in the same statement, so one count of a node is enough for the whole
frontier.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.checker import Checker
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import identifier, render

#: Two casts and a division err by at most 2⁻⁵³ each, relatively, so that the class of greatest
#: presence comes within 7 · 2⁻⁵³ of the greatest double; the product errs once more.
_TOLERANCE = "0.99999999999999"


@dataclass(frozen=True)
class GreatestPresence:
    """A counted node: its greatest presence, and whether it satisfies the checker's models."""

    node: Node
    presence: Fraction
    holds: bool


def count_greatest_presence(checker: Checker, nodes: Sequence[Node]) -> list[GreatestPresence]:
    """Count the nodes, in one statement those that no class table decides; in their order."""
    found = {node: checker.class_tables.measure_greatest(node) for node in nodes}
    asked = [node for node, one in found.items() if one is None]
    counted = dict(zip(asked, _count(checker, asked), strict=True)) if asked else {}
    known = {node: one or counted[node] for node, one in found.items()}
    violating = checker.count_sensitive([node for node in nodes if known[node][1]])
    return [
        GreatestPresence(node, known[node][0], known[node][1] and not violating[node])
        for node in nodes
    ]


def _count(checker: Checker, nodes: Sequence[Node]) -> list[tuple[Fraction, bool]]:
    """Greatest presence, and whether the models that count hold, in the order of `nodes`.

    Of classes of equal size only the one with the most rows of T is fetched, and only if it comes
    near to the greatest presence. Different sizes sum up to at most |P|, so fewer than √(2|P|) rows
    are fetched per node, and in practice only a few.
    """
    query = greatest_presence_query(
        nodes, checker.lattice, checker.models, checker.sizes.public_rows
    )
    presences = [Fraction(-1)] * len(nodes)
    holds = [True] * len(nodes)
    for number, violates, public_count, private_count in checker.engine.fetch(query):
        presences[number] = max(presences[number], Fraction(private_count, public_count))
        holds[number] = not violates
    return list(zip(presences, holds, strict=True))


def greatest_presence_query(
    nodes: Sequence[Node], lattice: Lattice, models: Iterable[PrivacyModel], public_rows: int
) -> exp.Query:
    """The statement that counts `nodes`, numbered in their order."""
    return render(
        "count_greatest_presence",
        frequency_set=identifier(FREQUENCY_SET),
        violation=any_violation(models, public_rows),
        tolerance=exp.Literal.number(_TOLERANCE),
        nodes=[
            {"number": exp.Literal.number(i), "codes": node_codes(node, lattice)}
            for i, node in enumerate(nodes)
        ],
    )
