"""What is expected of P where only statistics are known: people of values, and of rarest labels."""

from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.statistics.codes import coded_name, codes_at
from dpsql.sql.statistics.tables import Statistics
from dpsql.sql.templates import identifier, render


def expected_values_query(j: int, statistics: Statistics, size: int) -> exp.Query:
    """The statement that lists the values of a quasi-identifier with the people they have in P."""
    total = exp.cast(exp.Literal.number(repr(float(statistics.total))), "DOUBLE")
    share = exp.cast(exp.column("measure", quoted=True), "DOUBLE") / total
    return render(
        "list_expected_values",
        value=value_name(j),
        share=share,
        size=exp.Literal.number(size),
        statistics=identifier(statistics.name),
    )


def find_rarest(engine: Engine, levels: Levels, statistics: Statistics, node: Node) -> Fraction:
    """Return the least share of P that labels of these columns have at a node, if anybody has them.

    1 where all of them are suppressed.
    """
    codes = codes_at(levels, statistics.columns, node)
    if not codes:
        return Fraction(1)
    query = render(
        "measure_rarest_labels", statistics=identifier(coded_name(statistics.name)), codes=codes
    )
    ((least,),) = engine.fetch(query)
    return Fraction(least or 0) / statistics.total
