"""The classes of a node with what bounds the posterior of their people, and what decides by it.

With t' people of T among the n' of a class whose rates lie between 0 and 1, W and m the largest and
the least of their odds and A the sum of all of them,

    m t'/A ≤ posterior ≤ W t'/A.

Proof. Let S' be the sum of the n' − t' smallest of the others' odds. A term of e(t' − 1) of the
others, times each odds that it leaves out, gives each term of e(t') t' times; the odds left out sum
to at least S'. So t' e(t') ≥ S' e(t' − 1), and the posterior w e(t' − 1)/(w e(t' − 1) + e(t')) is
at most w t'/(w t' + S') ≤ W t'/(W t' + S'). A ≤ w + S' + (t' − 1) W ≤ W t' + S'. The lower side is
the same with the largest odds. Also, the mean posterior is t'/n', so that the largest is at least
this, and the least at most; they are equal if all odds are. Whatever these do not decide is
computed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.base import Engine
from dpsql.privacy.confidence.arrays import Counts
from dpsql.privacy.priors.odds import Rates, count_odds
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.lattice.frequency_set import Levels, node_codes
from dpsql.sql.priors.rates import RATED
from dpsql.sql.templates import column, identifier, render

_SET, _ODDS, _ORDERED = "rated_set", "prior_odds", "ordered_classes"
_WIDE = "DECIMAL(38, 0)"
#: Classes that are fetched at once, at first and at most: the worst are likely to come first.
_FEWEST, _MOST = 64, 4096


@dataclass(frozen=True)
class RatedClass:
    """A class: its people with rates between 0 and 1, by number of rate, and how many are in T."""

    members: int
    rates: Counts
    people: Counts
    bound: float


@dataclass(frozen=True)
class JudgedClasses:
    """How many classes of a node contradict the prior, break δ for certain, or are in doubt."""

    contradicting: int
    failing: int
    doubtful: int


@dataclass(frozen=True)
class RatedClasses:
    """The people of P by class and rate, coded like the frequency set of an engine."""

    engine: Engine
    levels: Levels
    rates: Rates

    @classmethod
    def code(
        cls,
        engine: Engine,
        levels: Levels,
        rates: Rates,
        public_rows: int,
        bounds: PresenceBounds | None,
    ) -> "RatedClasses":
        """Code the rated tuples of an engine on the levels of its frequency set."""
        terms = [1]
        if bounds is not None:
            terms += [n for one in (bounds.minimum, bounds.maximum) for n in one.as_integer_ratio()]
        odds = count_odds(rates, public_rows, max(terms))
        types = dict.fromkeys(("rate_number", "least", "most"), "BIGINT")
        engine.upload(_ODDS, types, zip(range(len(odds.least)), odds.least, odds.most, strict=True))
        engine.materialize(_SET, _code_query(levels))
        return cls(engine, levels, rates)

    def judge(self, node: Node, bounds: PresenceBounds) -> JudgedClasses:
        """Judge the classes of a node as far as bounds decide."""
        words = Judgement(bounds)
        query = render(
            "count_judged_classes",
            contradicts=words.contradicts,
            fails=exp.and_(words.contradicts.not_(), words.fails),
            is_doubtful=words.is_doubtful,
            classes=self.classes_query(node).subquery("classes"),
        )
        return JudgedClasses(*map(int, self.engine.fetch(query)[0]))

    def count_contradicting(self, node: Node) -> int:
        """Count the classes of which T has too few or too many people for the prior."""
        return self.judge(node, PresenceBounds(Fraction(0), Fraction(1))).contradicting

    def has_people(self, rate_number: int | None) -> bool:
        """Whether anybody of P has a rate; a table of rates may have more than P needs."""
        if rate_number is None:
            return False
        of_rate = exp.column("rate_number", quoted=True).eq(_number(rate_number))
        some = exp.column("public_count", quoted=True) > _number(0)
        query = exp.select(exp.Count(this=exp.Star())).from_(exp.Table(this=identifier(_SET)))
        return bool(self.engine.fetch(query.where(of_rate, some))[0][0])

    def list_doubtful(self, node: Node, bounds: PresenceBounds) -> Iterator[RatedClass]:
        """List the classes of a node that bounds do not decide, the likeliest to break δ first."""
        yield from self._list(node, _upper(), Judgement(bounds).is_doubtful, descending=True)

    def list_by_greatest(self, node: Node) -> Iterator[RatedClass]:
        """List classes with uncertain people, that of the largest upper bound first."""
        yield from self._list(node, _upper(), _has_uncertain(), descending=True)

    def list_by_least(self, node: Node) -> Iterator[RatedClass]:
        """List classes with uncertain people, that of the least lower bound first."""
        yield from self._list(node, _lower(), _has_uncertain(), descending=False)

    def list_where(self, node: Node, condition: exp.Expr) -> Iterator[RatedClass]:
        """List the classes of a node that satisfy a condition on what bounds their posterior."""
        yield from self._list(node, _upper(), condition, descending=True)

    def _list(
        self, node: Node, bound: exp.Expr, condition: exp.Expr, *, descending: bool
    ) -> Iterator[RatedClass]:
        codes = node_codes(node, self.levels.lattice)
        query = render(
            "order_classes",
            codes=codes,
            classes=self.classes_query(node).subquery("classes"),
            bound=bound,
            condition=condition,
            descending=exp.true() if descending else None,
        )
        self.engine.materialize(_ORDERED, query)
        try:
            first, size = 0, _FEWEST
            while found := self._fetch(codes, first, first + size - 1):
                yield from found
                first, size = first + size, min(2 * size, _MOST)
        finally:
            self.engine.drop(_ORDERED)

    def _fetch(self, codes: Sequence[exp.Identifier], first: int, last: int) -> list[RatedClass]:
        same = [column(one.name, _ORDERED).eq(column(one.name, _SET)) for one in codes]
        place, rate = column("place", _ORDERED), column("rate_number", _SET)
        uncertain = self.rates.uncertain
        chosen = exp.and_(
            exp.Between(this=place, low=_number(first), high=_number(last)),
            exp.Between(this=rate, low=_number(uncertain.start), high=_number(uncertain.stop - 1)),
        )
        condition = exp.and_(*same) if same else exp.true()
        rows = self.engine.fetch(render("list_class_rates", condition=condition, chosen=chosen))
        found: dict[int, list[tuple[int, float, int, int]]] = {}
        for number, *row in rows:
            found.setdefault(number, []).append(tuple(row))
        return [
            RatedClass(
                int(of_class[0][0]),
                np.array([row[2] for row in of_class], dtype=np.int64),
                np.array([row[3] for row in of_class], dtype=np.int64),
                float(of_class[0][1]),
            )
            for of_class in found.values()
        ]

    def classes_query(self, node: Node) -> exp.Query:
        """The statement that lists the classes of a node with what bounds their posteriors."""
        codes = node_codes(node, self.levels.lattice)
        same = [column(one.name, "people").eq(column(one.name, "members")) for one in codes]
        number = exp.column("rate_number")
        impossible, certain = (
            number.eq(_number(one)) if one is not None else exp.false()
            for one in (self.rates.impossible, self.rates.certain)
        )
        return render(
            "list_rated_classes",
            codes=codes,
            is_impossible=impossible,
            is_certain=certain,
            is_uncertain=exp.or_(impossible, certain).not_(),
            condition=exp.and_(*same) if same else exp.true(),
        )


class Judgement:
    """What can be said of a class by its bounds, as predicates over the columns of a class."""

    def __init__(self, bounds: PresenceBounds) -> None:
        members, uncertain = _members(), exp.column("uncertain")
        zero = exp.Literal.number(0)
        self.contradicts = exp.or_(members < zero, members > uncertain)
        self.is_full = members.eq(uncertain)
        self.is_empty = members.eq(zero)
        self.is_alike = exp.column("first_rate").eq(exp.column("last_rate"))
        fails: list[exp.Expr] = []
        passes: list[exp.Expr] = []
        low, high = bounds.minimum, bounds.maximum
        self.is_mean_above = _wide(members) * _wide_number(high.denominator) > _wide(
            uncertain
        ) * _wide_number(high.numerator)
        self.is_mean_below = _wide(members) * _wide_number(low.denominator) < _wide(
            uncertain
        ) * _wide_number(low.numerator)
        is_below = exp.or_(
            members.eq(zero),
            _wide(members) * _wide(exp.column("most")) * _wide_number(high.denominator)
            <= _wide(exp.column("least_sum")) * _wide_number(high.numerator),
        )
        if high < 1:
            fails += [exp.column("certain") > zero, self.is_mean_above]
            passes.append(is_below)
        if low > 0:
            fails += [exp.column("impossible") > zero, self.is_mean_below]
            above = _wide(members) * _wide(exp.column("least")) * _wide_number(
                low.denominator
            ) >= _wide(exp.column("most_sum")) * _wide_number(low.numerator)
            passes.append(exp.or_(self.is_full, above))
        self.is_within = exp.and_(*passes) if passes else exp.true()
        decided = exp.or_(uncertain.eq(zero), self.is_alike, self.is_within)
        self.fails = exp.or_(*fails) if fails else exp.false()
        self.is_doubtful = exp.and_(self.contradicts.not_(), self.fails.not_(), decided.not_())


def _members() -> exp.Expr:
    """The people of T of a class whose rates lie between 0 and 1."""
    return exp.paren(exp.column("private_count") - exp.column("certain"))


def _has_uncertain() -> exp.Expr:
    return exp.column("uncertain") > exp.Literal.number(0)


def _upper() -> exp.Expr:
    """A bound from above of the posteriors of a class, as a double; t'/n' if all odds are equal."""
    return _bound("most", "least_sum")


def _lower() -> exp.Expr:
    """A bound from below of the posteriors of a class, as a double; t'/n' if all odds are equal."""
    return _bound("least", "most_sum")


def _bound(odds: str, total: str) -> exp.Expr:
    members = exp.cast(_members(), "DOUBLE")
    mean = members / exp.cast(exp.column("uncertain"), "DOUBLE")
    alike = exp.column("first_rate").eq(exp.column("last_rate"))
    divisor = exp.func("NULLIF", exp.cast(exp.column(total), "DOUBLE"), exp.Literal.number(0))
    ratio = members.copy() * exp.cast(exp.column(odds), "DOUBLE") / divisor
    # Odds that are rounded to 0 bound nothing.
    whole = exp.cast(exp.Literal.number(1), "DOUBLE")
    known = exp.Coalesce(this=ratio, expressions=[whole])
    return exp.Case(ifs=[exp.If(this=alike, true=mean)], default=known)


def _wide(value: exp.Expr) -> exp.Expr:
    return exp.cast(value.copy(), _WIDE)


def _wide_number(number: int) -> exp.Expr:
    return exp.cast(_number(number), _WIDE)


def _number(number: int) -> exp.Expr:
    return exp.Literal.number(number)


def _code_query(levels: Levels) -> exp.Query:
    joins = [
        {
            "leaves": identifier(leaves_name(j)),
            "condition": exp.NullSafeEQ(
                this=exp.Column(this=value_name(j), table=identifier(RATED)),
                expression=column("value", leaves_name(j)),
            ),
        }
        for j in levels.joined
    ]
    codes = [{"value": value, "name": name} for value, name in levels.codes]
    return render("code_rated", codes=codes, joins=joins)
