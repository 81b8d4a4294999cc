"""Judges nodes under a prior: everybody's chance to be in T before the release.

Without a prior the presence of a class is t/n. Under one, people of a class differ: P(i in T | t)
rises with their odds. Merging classes may raise it (a person of odds 100 in a class without T, four
of odds 1 with two in T: 1/2 before, 200/203 after), so a node that fails rules out nothing. But the
mean posterior of a class is t/n still. So where the plain check fails, the posterior fails as well,
at that node and at all finer ones: the plain checker prunes. What it lets pass is decided by the
posterior itself, by bounds where they do and by its exact value elsewhere. The search takes nodes
in the order of their cost, so that the first one which holds is the optimum.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.priors.decision import allows
from dpsql.search.checker import Checker
from dpsql.search.refined import RefinedChecker
from dpsql.sql.priors.classes import RatedClass, RatedClasses


@dataclass(frozen=True)
class PriorChecker(RefinedChecker):
    """Takes what the `plain` checker says of nodes, and judges by the posterior those that hold."""

    plain: Checker
    classes: RatedClasses
    bounds: PresenceBounds

    def count_violating(self, node: Node) -> int:
        """Return 0 if the posterior of everybody lies within δ at a node; else at least 1."""
        judged = self.classes.judge(node, self.bounds)
        if judged.contradicting or judged.failing:
            return judged.contradicting + judged.failing
        if not judged.doubtful:
            return 0
        return int(not self._hold(self.classes.list_doubtful(node, self.bounds)))

    def count_all_violating(self, node: Node) -> int:
        """Count the classes of a node whose posterior lies outside of δ, and contradictions."""
        judged = self.classes.judge(node, self.bounds)
        doubtful = self.classes.list_doubtful(node, self.bounds) if judged.doubtful else ()
        broken = sum(not self._hold([one]) for one in doubtful)
        return judged.contradicting + judged.failing + broken

    def _hold(self, classes: Iterable[RatedClass]) -> bool:
        rates = self.classes.rates
        return all(
            allows(self.bounds, [rates.odds(int(n)) for n in one.rates], one.people, one.members)
            for one in classes
        )
