"""The classes of a node by their size, for risks: of n people there are fewer than √(2n) sizes."""

from sqlglot import exp

from dpsql.domain.found.risks import SizedClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import identifier, render


def count_sizes(engine: Engine, lattice: Lattice, node: Node) -> list[SizedClasses]:
    """Count the classes of a node on the frequency set, by their people of P."""
    codes = node_codes(node, lattice)
    classes = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
    return count_sizes_of(engine, classes)


def count_sizes_of(engine: Engine, classes: exp.Query) -> list[SizedClasses]:
    """Count classes, each with its `public_count` and `private_count`, by their people of P."""
    return [SizedClasses(*row) for row in engine.fetch(sizes_query(classes))]


def sizes_query(classes: exp.Query) -> exp.Query:
    """The statement that counts classes by their size."""
    return render("measure_risks", classes=classes)
