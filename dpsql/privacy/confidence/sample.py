"""M3: P is known from a sample of its people, so that the shares are uncertain, too.

The shares of the domain follow a Dirichlet law, which counts the sampled people and, for what the
sample may have missed, κ = 1 person divided by θ0, the product of the sample's marginals. Both are
added when classes are merged, so the law of the counts (Dirichlet-multinomial) is one law for all
generalizations. Half a person for each class has no such law, and half a person for each cell of
the domain would outweigh the sample.
"""

from dataclasses import dataclass
from math import fsum

import numpy as np

from dpsql.errors import InputError
from dpsql.privacy.confidence.arrays import Counts, Mask, Shares
from dpsql.privacy.confidence.independent import rest_of
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.tails import beta_binomial_below

#: People that are divided by the marginals.
KAPPA = 1.0


def effective_size(weights: Shares) -> float:
    """Return Kish's effective size of a weighted sample, (Σ w)²/Σ w²; of equal weights, its size.

    >>> effective_size(np.array([2.0, 2.0, 2.0])), effective_size(np.array([1.0, 3.0]))
    (3.0, 1.6)
    """
    return fsum(weights.tolist()) ** 2 / fsum((weights**2).tolist())


def find_pulls(
    sampled_shares: Shares, marginal_shares: Shares, effective: float, kappa: float = KAPPA
) -> Shares:
    """Return a of each class, shape (K,): effective · Σ w of the class/Σ w + κ θ0.

    `sampled_shares` are the shares of the weights, `marginal_shares` the θ0 of the classes. Without
    weights the first term is the number of sampled people of the class.
    """
    return effective * sampled_shares + kappa * marginal_shares


@dataclass(frozen=True)
class SampledClasses:
    """K classes: people of T, sampled people x, and the pulls a of `find_pulls`; all (K,)."""

    members: Counts
    sampled: Counts
    pulls: Shares

    def take(self, chosen: Mask | Counts) -> "SampledClasses":
        """Return the chosen classes."""
        return SampledClasses(self.members[chosen], self.sampled[chosen], self.pulls[chosen])


@dataclass(frozen=True)
class SampleLaw(Law[SampledClasses]):
    """A sample of `sampled` = S people of P; `pull` is A, the sum of a over the whole domain.

    Sampled people are in P for certain; the law is about the rest. If the sample is of people who
    are not in T, x of the B others of a class are sampled:

    B = x + Beta-binomial(M − S, a, A − a).

    If it is of all people (`members_included`), the people of T among them are not marked, and the
    class has N_e = x + Beta-binomial(N − S, a, A − a) people in P. It violates δ if min(1, t/N_e)
    does; so B = N_e − t, which may be negative. N_e is added when classes are merged, and t ≤ δmax
    N_e for two parts gives it for both, so f is monotone. That T lies in P, N_e ≥ t, is not used as
    knowledge. This is on the safe side: for δmax < 1, whoever uses it finds Pr[δ holds]/Pr[N_e ≥ t
    for all classes], since δ holds only in worlds of the latter kind.

    Raises:
        InputError: P is smaller than T and the sample.
    """

    size: int
    private_rows: int
    sampled: int
    pull: float
    members_included: bool = True

    def __post_init__(self) -> None:
        """Refuse a P that cannot hold T and the sample."""
        if self.size < self.private_rows or self.draws < 0:
            raise InputError(
                "population: size is less than the private table and the sample need; size counts "
                "all people of P"
            )

    @property
    def draws(self) -> int:
        """The people of P of whom only the law is known."""
        known = self.sampled if self.members_included else self.sampled + self.private_rows
        return self.size - known

    def below(self, classes: SampledClasses, least: Counts) -> Shares:
        """Return Pr[B < least], the smaller the larger x and a are; 0 if nobody is needed."""
        needed, rest = least - self._known(classes), self.pull - classes.pulls
        found = beta_binomial_below(needed, self.draws, classes.pulls, rest)
        return np.where(least > 0, found, 0.0)

    def above(self, classes: SampledClasses, most: Counts) -> Shares:
        """Return Pr[B > most], the larger the larger x and a are."""
        found: Shares = 1.0 - self.below(classes, most + 1)
        return found

    def expect(self, classes: SampledClasses) -> Shares:
        """Return the mean of B."""
        return self._known(classes) + self.draws * classes.pulls / self.pull

    def join_empty(self, classes: SampledClasses) -> SampledClasses:
        """Return the classes with people of T, and one of all other values: S − Σ x, A − Σ a."""
        kept = classes.take(classes.members > 0)
        return SampledClasses(
            np.append(kept.members, 0),
            np.append(kept.sampled, self.sampled - kept.sampled.sum()),
            np.append(kept.pulls, rest_of(self.pull, kept.pulls)),
        )

    def _known(self, classes: SampledClasses) -> Counts:
        """The others of each class before anybody is drawn."""
        return classes.sampled - classes.members if self.members_included else classes.sampled
