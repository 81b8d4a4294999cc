"""The codes of some values of P, by which classes in memory know them."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier


def find_codes_of(engine: Engine, people: Sequence[Sequence[Leaf]]) -> list[list[int]]:
    """Return the codes of the raw values of some people of P, by their values as text."""
    codes = [
        {leaf: int(code) for leaf, code in engine.fetch(codes_query(j, [*dict.fromkeys(values)]))}
        for j, values in enumerate(zip(*people, strict=True))
    ]
    return [[codes[j][leaf] for j, leaf in enumerate(person)] for person in people]


def codes_query(j: int, values: Sequence[Leaf]) -> exp.Query:
    """The statement that lists values of a quasi-identifier with their codes."""
    leaf = column("leaf")
    texts = [exp.Literal.string(value) for value in values if value is not None]
    wanted = [exp.In(this=leaf.copy(), expressions=texts)] if texts else []
    nulls = [leaf.is_(exp.null())] if None in values else []
    return (
        exp.select(leaf.copy(), exp.cast(column("code_0"), "BIGINT"))
        .from_(exp.Table(this=identifier(leaves_name(j))))
        .where(exp.or_(*wanted, *nulls))
    )
