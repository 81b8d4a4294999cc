"""Whom somebody who knows P could place in T at a node, beyond δ or for certain."""

from sqlglot import exp

from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.base import Engine
from dpsql.privacy.model import times
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import column, identifier, render

_ZERO, _ONE = exp.Literal.number(0), exp.Literal.number(1)


def count_placed(
    engine: Engine,
    lattice: Lattice,
    node: Node,
    bounds: PresenceBounds,
    public_rows: int,
    known_absent: int | None = None,
) -> PlacedPeople:
    """Count the people of a node who are certain, or whose presence lies outside of δ.

    `public_rows`: those of P. `known_absent`: so many people of a class may be known not to be in
    T. Each person is counted whom such knowledge of others of the class places above δmax: of n
    people with t of T and j known, for one of T t/max(n − j, t), and for another, who is not among
    the j, t/max(n − j, t + 1).
    """
    codes = node_codes(node, lattice)
    classes = render("list_classes", frequency_set=identifier(FREQUENCY_SET), codes=codes)
    public, private = column("public_count"), column("private_count")
    others = exp.paren(public - private)
    known = exp.Literal.number(known_absent or 0)
    low, high = bounds.minimum, bounds.maximum
    most = max(public_rows, known_absent or 0) + 1

    def is_above(among: exp.Expr) -> exp.Expr:
        return times(private, high.denominator, most) > times(among, high.numerator, most)

    is_below = times(private, low.denominator, most) < times(public, low.numerator, most)
    of_private = is_above(exp.paren(public - known))
    of_others = exp.and_(of_private, private > _ZERO, is_above(exp.paren(private + _ONE)))
    counted = [
        _where(others.eq(_ZERO), private),
        _where(of_private, private) + _where(of_others, others) if high < 1 else _ZERO,
        _where(is_below, public),
        _where(private.eq(_ZERO), public),
        _where(others <= known, private),
    ]
    sums = [exp.func("COALESCE", exp.Sum(this=one.copy()), _ZERO.copy()) for one in counted]
    query = exp.select(*(exp.cast(one, "BIGINT") for one in sums)).from_(
        classes.subquery("classes")
    )
    certain, above, below, absent, if_absent = map(int, engine.fetch(query)[0])
    return PlacedPeople(certain, above, below, absent, None if known_absent is None else if_absent)


def _where(condition: exp.Expr, people: exp.Expr) -> exp.Expr:
    return exp.case().when(condition.copy(), people.copy()).else_(_ZERO.copy())
