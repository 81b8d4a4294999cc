"""M2: the number of people of each stratum is known, for instance by region, with its own shares.

The others of a class are those of all strata, which are independent: B = Σ_s Binomial(M_s, p_s).
Each stratum has a multinomial law, so the p_s are added when classes are merged.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dpsql.errors import InputError
from dpsql.privacy.confidence.arrays import UNBOUNDED, Counts, Mask, Shares
from dpsql.privacy.confidence.independent import find_chances, find_contradictions, rest_of
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.sums import add_all_below, sum_terms
from dpsql.privacy.confidence.tails import binomial_above, binomial_below


@dataclass(frozen=True)
class StrataClasses:
    """K classes by strata: a cell for each stratum that a class may have people in.

    Cell i has `inside[i]` people of T and the share `shares[i]` of its stratum `strata[i]`, and
    belongs to the class `owners[i]`; all of shape (cells,). `number` is K.
    """

    number: int
    owners: Counts
    strata: Counts
    inside: Counts
    shares: Shares

    @cached_property
    def members(self) -> Counts:
        """The people of T of each class, shape (K,)."""
        found = np.zeros(self.number, dtype=np.int64)
        np.add.at(found, self.owners, self.inside)
        return found

    def take(self, chosen: Mask | Counts) -> "StrataClasses":
        """Return the chosen classes, numbered anew."""
        kept = np.arange(self.number)[chosen]
        place = np.full(self.number, -1)
        place[kept] = np.arange(len(kept))
        owners = place[self.owners]
        cells = owners >= 0
        return StrataClasses(
            len(kept), owners[cells], self.strata[cells], self.inside[cells], self.shares[cells]
        )


@dataclass(frozen=True)
class StrataLaw(Law[StrataClasses]):
    """`sizes` people of P in each stratum, `private_rows` of them in T; both of shape (S,).

    If the statistics count T's people (`members_included`), the p of a cell follows from its share
    and its people of T as in `IndependentLaw`, stratum by stratum. A cell without a share is then a
    contradiction, unless no stratum gives the class a share: the stratum has these people of T.

    Raises:
        InputError: a stratum has fewer people than rows of T.
    """

    sizes: Counts
    private_rows: Counts
    members_included: bool = True

    def __post_init__(self) -> None:
        """Refuse strata that cannot hold T."""
        short = int((self.sizes < self.private_rows).sum())
        if short:
            raise InputError(
                f"population: {short} of {len(self.sizes)} sizes are less than the rows of the "
                "private table there; a size counts all people of P, those of T among them"
            )

    @property
    def others(self) -> Counts:
        """M of each stratum, shape (S,)."""
        return self.sizes - self.private_rows

    def contradicts(self, classes: StrataClasses) -> Mask:
        """Return which classes contradict the statistics of a stratum, shape (K,)."""
        found = np.zeros(classes.number, dtype=bool)
        if self.members_included:
            sizes, others = self.sizes[classes.strata], self.others[classes.strata]
            wrong = find_contradictions(sizes, others, classes.inside, classes.shares)
            found[classes.owners[wrong]] = True
        return found

    def below(self, classes: StrataClasses, least: Counts) -> Shares:
        """Return Pr[B < least], the smaller the larger the shares are."""
        owners, trials, chances = self._list_terms(classes)
        terms = np.bincount(owners, minlength=classes.number)
        found = np.where((least > 0) & (terms == 0), 1.0, 0.0)
        starts = np.concatenate(([0], np.cumsum(terms)))[:-1]
        one = np.flatnonzero(terms == 1)
        at = starts[one]
        found[one] = binomial_below(least[one], trials[at], chances[at])
        several = np.flatnonzero(terms > 1)
        found[several] = add_all_below(
            least[several], starts[several], terms[several], trials, chances
        )
        return found

    def above(self, classes: StrataClasses, most: Counts) -> Shares:
        """Return Pr[B > most], the larger the larger the shares are.

        It is the probability that fewer than M − most of all M others are not in the class.
        """
        owners, trials, chances = self._list_terms(classes)
        terms = np.bincount(owners, minlength=classes.number)
        found = np.where((most < 0) & (terms == 0), 1.0, 0.0)
        starts = np.concatenate(([0], np.cumsum(terms)))[:-1]
        one = np.flatnonzero(terms == 1)
        at = starts[one]
        found[one] = binomial_above(most[one], trials[at], chances[at])
        several = np.flatnonzero((terms > 1) & (most < UNBOUNDED))
        least = sum_terms(trials, starts[several], terms[several]) - most[several]
        others = 1.0 - chances
        found[several] = add_all_below(least, starts[several], terms[several], trials, others)
        return found

    def expect(self, classes: StrataClasses) -> Shares:
        """Return the sum of M p over the strata."""
        owners, trials, chances = self._list_terms(classes)
        found = np.bincount(owners, weights=trials * chances, minlength=classes.number)
        return found.astype(np.float64)

    def join_empty(self, classes: StrataClasses) -> StrataClasses:
        """Return the classes with people of T, and one of all other values: 1 − Σ θ by stratum."""
        kept = classes.take(classes.members > 0)
        every = np.arange(len(self.sizes))
        rest = [rest_of(1.0, kept.shares[kept.strata == stratum]) for stratum in every]
        return StrataClasses(
            kept.number + 1,
            np.append(kept.owners, np.full(len(every), kept.number)),
            np.append(kept.strata, every),
            np.append(kept.inside, np.zeros(len(every), dtype=np.int64)),
            np.append(kept.shares, np.array(rest)),
        )

    def _list_terms(self, classes: StrataClasses) -> tuple[Counts, Counts, Shares]:
        """Owner, trials and chance of each term of B, by owner; those of equal chance are one."""
        others = self.others[classes.strata]
        chances = classes.shares
        if self.members_included:
            sizes = self.sizes[classes.strata]
            chances = find_chances(sizes, others, classes.inside, classes.shares)
        chances = np.clip(chances, 0.0, 1.0)
        some = (others > 0) & (chances > 0)
        owners, others, chances = classes.owners[some], others[some], chances[some]
        order = np.lexsort((chances, owners))
        owners, others, chances = owners[order], others[order], chances[order]
        if not owners.size:
            return owners, others, chances
        new = (np.diff(owners, prepend=-1) != 0) | (np.diff(chances, prepend=-1.0) != 0)
        starts = np.flatnonzero(new)
        return owners[starts], np.add.reduceat(others, starts), chances[starts]
