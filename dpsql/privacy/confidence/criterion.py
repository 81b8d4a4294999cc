"""The criterion B: the probabilities that classes violate δ, added up (Bonferroni).

G, the probability that no class violates δ, lies between 1 − Σ f and the smallest 1 − f. B asks
that 1 − Σ f is at least the confidence. It is safe whatever the dependence between classes, and
monotone. The weaker condition that each class alone holds with the confidence is not monotone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum

import numpy as np

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.arrays import Shares
from dpsql.privacy.confidence.law import C, Law

#: What doubles may be wrong by in all. A sum so close to what is allowed counts as too much.
DOUBT = 1e-9


def holds_with(total: float, asked: Fraction) -> bool:
    """Return whether classes that violate δ with these probabilities in all satisfy B.

    `total` is Σ f. Where doubles do not decide, the answer is no: Σ f must stay `DOUBT` below
    1 − `asked`, or be 0.

    >>> holds_with(0.04, Fraction(19, 20)), holds_with(0.05, Fraction(19, 20))
    (True, False)
    """
    return total == 0 or Fraction(total) <= 1 - asked - Fraction(DOUBT)


@dataclass(frozen=True)
class Confidence:
    """How sure the owner of T can be that a release satisfies δ in the unknown P.

    `total` is Σ f; `weakest` is the number of the class with the largest f, if there is a class,
    and `contradictions` the number of classes that the statistics leave no room for.

    `monotone_total` is at least `total`, and never greater for a coarser release. The two differ
    only if δmin is above 0. Then all cells of the domain without people of T are one event of
    `total`. Two coarser classes can both fail because of one cell each, and the probabilities of
    overlapping events add up to more than that of the event. `monotone_total` therefore has the
    expected number of people in these cells, which is added like the cells.
    """

    asked: Fraction
    total: float
    monotone_total: float
    most: float
    weakest: int | None
    contradictions: int

    @property
    def least(self) -> float:
        """Lower bound of the probability that all classes satisfy δ: 1 − Σ f, at least 0."""
        return max(0.0, 1.0 - self.total)

    @property
    def holds(self) -> bool:
        """Whether B is satisfied."""
        return holds_with(self.total, self.asked)


def judge(law: Law[C], classes: C, bounds: PresenceBounds, asked: Fraction) -> Confidence:
    """Return the confidence of a release with these classes.

    If δmin is above 0, nobody may have values that T has not. All such cells of the domain are one
    class without people of T, and one event; `classes` need not hold them. `weakest` is then a
    number in ``law.join_empty(classes)``, whose last class they are.
    """
    if bounds.minimum:
        classes = law.join_empty(classes)
    violations = law.violations(classes, bounds)
    contradictions = int(law.contradicts(classes).sum())
    weakest = int(violations.argmax()) if len(violations) else None
    apart = [violations if one is law else one.violations(classes, bounds) for one in law.ends]
    total = monotone_total = fsum(violations.tolist())
    if bounds.minimum:
        expected = max(float(one.expect(classes)[-1]) for one in law.ends)
        monotone_total = fsum((*violations[:-1].tolist(), max(expected, float(violations[-1]))))
    return Confidence(
        asked=asked,
        total=total,
        monotone_total=monotone_total,
        most=_bound_above(apart, product=not bounds.minimum),
        weakest=weakest,
        contradictions=contradictions,
    )


def _bound_above(ends: Iterable[Shares], *, product: bool) -> float:
    """An upper bound of G under the least favourable of some laws, from f under each of them.

    No event is more probable than the least probable of its parts. If only small numbers of others
    violate, the product of the 1 − f is a bound, too: counts of multinomial, added multinomial and
    Dirichlet-multinomial laws are negatively associated (Joag-Dev & Proschan 1983, section 3). If
    large numbers violate as well it is none: two classes of δ (1/2, 2/3) share four others, each
    holds with .6912, and so do both at once.
    """
    least = 1.0
    for violations in ends:
        if len(violations):
            least = min(least, 1.0 - float(violations.max()))
        if product and least > 0:
            least = min(least, exp(fsum(np.log1p(-violations).tolist())))
    return max(least, 0.0)
