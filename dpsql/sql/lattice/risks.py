"""The classes of a node by their size, for risks: of n people there are fewer than √(2n) sizes."""

from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.risks import SizedClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.model import times
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import column, identifier, render


def count_sizes(engine: Engine, lattice: Lattice, node: Node) -> list[SizedClasses]:
    """Count the classes of a node on the frequency set, by their people of P."""
    codes = node_codes(node, lattice)
    classes = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
    return count_sizes_of(engine, classes)


def count_sizes_of(engine: Engine, classes: exp.Query) -> list[SizedClasses]:
    """Count classes, each with its `public_count` and `private_count`, by their people of P."""
    return [SizedClasses(*row) for row in engine.fetch(sizes_query(classes))]


def count_placed(
    engine: Engine, lattice: Lattice, node: Node, most: Fraction, public_rows: int
) -> tuple[int, int, int]:
    """Count the people of T whose class has a presence of 1, of more than `most`; of P, of 0.

    Nobody doubts the first: T has all people of their class. Nor the last, who are not in T.
    `public_rows`: those of P.
    """
    codes = node_codes(node, lattice)
    classes = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
    public, private = column("public_count"), column("private_count")
    is_certain = private.eq(public)
    is_above = times(private, most.denominator, public_rows) > times(
        public, most.numerator, public_rows
    )
    sums = [
        exp.Sum(this=exp.case().when(condition, people).else_(0))
        for condition, people in (
            (is_certain, private),
            (is_above, private),
            (private.eq(0), public),
        )
    ]
    query = exp.select(*(exp.cast(exp.func("COALESCE", one, 0), "BIGINT") for one in sums)).from_(
        classes.subquery("classes")
    )
    certain, above, absent = map(int, engine.fetch(query)[0])
    return certain, above, absent


def sizes_query(classes: exp.Query) -> exp.Query:
    """The statement that counts classes by their size."""
    return render("measure_risks", classes=classes)
