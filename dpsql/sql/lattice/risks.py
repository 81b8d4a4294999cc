"""The classes of a node by their size, for risks: of n people there are fewer than √(2n) sizes."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.risks import SizedClasses
from dpsql.engines.base import Engine
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import identifier, render


def count_sizes(engine: Engine, lattice: Lattice, node: Node) -> list[SizedClasses]:
    """Count the classes of a node on the frequency set, by their people of P."""
    rows = engine.fetch(sizes_query(node_codes(node, lattice)))
    return [SizedClasses(*row) for row in rows]


def sizes_query(codes: Sequence[exp.Expr]) -> exp.Query:
    """The statement that counts the classes of these codes by their size."""
    classes = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
    return render("measure_risks", classes=classes)
