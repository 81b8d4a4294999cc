"""Whom somebody who knows a prior could place in T at a node, as far as counts and bounds tell."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.sql.priors.classes import Judgement, RatedClass, RatedClasses


@dataclass(frozen=True)
class PlacedPeople:
    """People of P who are in T for certain, and those whose posterior is above a limit.

    `above` has the certain ones, unless the limit is 1. `absent`: people of P who are not in T for
    certain. `contradicting`: classes with too few or
    too many rows of T for the prior; their people are not counted.
    """

    certain: int
    above: int
    absent: int
    contradicting: int


def count_decided(classes: RatedClasses, node: Node, limit: Fraction) -> PlacedPeople:
    """Count the people of P whom counts or bounds decide; of open classes, those of rate 1."""
    judged = Judgement(PresenceBounds(Fraction(0), limit))
    # People of one rate have the mean for their posterior.
    is_above = exp.and_(judged.is_alike, judged.is_mean_above)
    sure, everybody = exp.column("certain"), exp.column("certain") + exp.column("uncertain")
    counted = [
        exp.case().when(judged.contradicts, 0).when(condition, everybody).else_(sure)
        for condition in (judged.is_full, exp.or_(judged.is_full, is_above))
    ]
    never = exp.column("impossible")
    nobody = exp.column("private_count").eq(sure)
    out = exp.case().when(judged.contradicts, 0)
    counted.append(out.when(nobody, never + exp.column("uncertain")).else_(never))
    counted.append(exp.case().when(judged.contradicts, 1).else_(0))
    sums = [exp.func("COALESCE", exp.Sum(this=one), 0) for one in counted]
    query = exp.select(*(exp.cast(one, "BIGINT") for one in sums)).from_(
        classes.classes_query(node).subquery("classes")
    )
    certain, above, absent, contradicting = map(int, classes.engine.fetch(query)[0])
    return PlacedPeople(certain, above if limit < 1 else 0, absent, contradicting)


def list_undecided(classes: RatedClasses, node: Node, limit: Fraction) -> Iterator[RatedClass]:
    """List the classes whose people of rates between 0 and 1 neither counts nor bounds decide."""
    judged = Judgement(PresenceBounds(Fraction(0), limit))
    decided = (judged.contradicts, judged.is_full, judged.is_alike, judged.is_below)
    yield from classes.list_where(node, exp.and_(*(one.not_() for one in decided)))


def list_consistent(classes: RatedClasses, node: Node) -> Iterator[RatedClass]:
    """List the classes with people of rates between 0 and 1 that T does not contradict.

    That of the largest upper bound comes first.
    """
    judged = Judgement(PresenceBounds(Fraction(0), Fraction(1)))
    uncertain = exp.column("uncertain") > exp.Literal.number(0)
    yield from classes.list_where(node, exp.and_(uncertain, judged.contradicts.not_()))
