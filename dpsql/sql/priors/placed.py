"""Whom somebody who knows a prior could place in T at a node, as far as counts and bounds tell."""

from collections.abc import Iterator
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.sql.priors.classes import Judgement, RatedClass, RatedClasses


def count_decided(classes: RatedClasses, node: Node, bounds: PresenceBounds) -> PlacedPeople:
    """Count the people of P whom counts or bounds decide; of open classes, those of rates 0 and 1.

    Of `list_undecided` the others' posteriors have to be computed.
    """
    judged = Judgement(bounds)
    sure, never = exp.column("certain"), exp.column("impossible")
    uncertain, zero = exp.column("uncertain"), exp.Literal.number(0)
    # People of one rate have the mean for their posterior.
    full, nobody = judged.is_full, judged.is_empty
    is_above = exp.and_(judged.is_alike, judged.is_mean_above)
    is_below = exp.and_(judged.is_alike, judged.is_mean_below)

    def count(condition: exp.Expr, others: exp.Expr) -> exp.Expr:
        told = exp.case().when(judged.contradicts, zero).when(condition, others + uncertain)
        return told.else_(others)

    counted = [
        count(full, sure),
        count(exp.or_(full, is_above), sure) if bounds.maximum < 1 else zero,
        count(exp.or_(nobody, is_below), never) if bounds.minimum > 0 else zero,
        count(nobody, never),
        exp.case().when(judged.contradicts, 1).else_(0),
    ]
    sums = [exp.func("COALESCE", exp.Sum(this=one.copy()), 0) for one in counted]
    query = exp.select(*(exp.cast(one, "BIGINT") for one in sums)).from_(
        classes.classes_query(node).subquery("classes")
    )
    certain, above, below, absent, contradicting = map(int, classes.engine.fetch(query)[0])
    return PlacedPeople(certain, above, below, absent, contradicting=contradicting)


def list_undecided(
    classes: RatedClasses, node: Node, bounds: PresenceBounds
) -> Iterator[RatedClass]:
    """List the classes whose people of rates between 0 and 1 neither counts nor bounds decide."""
    judged = Judgement(bounds)
    decided = judged.contradicts, judged.is_full, judged.is_empty, judged.is_alike, judged.is_within
    yield from classes.list_where(node, exp.and_(*(one.not_() for one in decided)))


def list_consistent(classes: RatedClasses, node: Node) -> Iterator[RatedClass]:
    """List the classes with people of rates between 0 and 1 that T does not contradict.

    That of the largest upper bound comes first.
    """
    judged = Judgement(PresenceBounds(Fraction(0), Fraction(1)))
    uncertain = exp.column("uncertain") > exp.Literal.number(0)
    yield from classes.list_where(node, exp.and_(uncertain, judged.contradicts.not_()))
